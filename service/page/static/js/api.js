/* In: a method and an address of the API. Out: its JSON, or a Problem that says in the person's language what to do. */

import { reached, whenReached } from "./connection.js";
import { _, language } from "./words.js";

const ROOT = "/api/v1";

/** What went wrong, as the service says it; `offline` where it could not be reached. */
export class Problem extends Error {
  constructor(status, { code, message, field }, retryAfter = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
    this.retryAfter = retryAfter;
  }
}

/**
 * @param {"GET"|"POST"|"PUT"|"PATCH"|"DELETE"} method
 * @param {string} path
 * @param {{json?: any, body?: BodyInit, version?: number, patient?: boolean}} [sent] `patient`: what may be asked twice
 *   waits for a lost connection, and for a service that is busy
 * @returns {Promise<any>}
 */
export async function ask(method, path, { json, body, version, patient = method === "GET" } = {}) {
  for (;;) {
    try {
      return await once(method, path, json, body, version);
    } catch (problem) {
      if (!patient || !(problem instanceof Problem)) throw problem;
      if (problem.code === "offline") await whenReached();
      else if (problem.retryAfter && problem.status === 503) await pause(problem.retryAfter);
      else throw problem;
    }
  }
}

async function once(method, path, json, body, version) {
  const headers = {};
  if (json !== undefined) headers["Content-Type"] = "application/json";
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  const content = json === undefined ? body : JSON.stringify(json);
  const answer = await fetched(inLanguage(path), { method, headers, body: content });
  if (answer.status === 204) return null;
  const found = await answer.json();
  if (answer.ok) return found;
  throw new Problem(answer.status, found.error, Number(answer.headers.get("Retry-After") ?? 0));
}

async function fetched(address, request) {
  try {
    const answer = await fetch(address, request);
    reached(true);
    return answer;
  } catch {
    reached(false);
    throw new Problem(0, { code: "offline", message: _("handscan cannot be reached: what you entered is still here."), field: null });
  }
}

/**
 * @param {string} path below the root of the API
 * @returns {string} its address, in the page's language
 */
export function inLanguage(path) {
  return `${ROOT}${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

/**
 * @param {Record<string, string>} asked
 * @returns {string} where a live camera is read, in the page's language
 */
export function liveAddress(asked) {
  const path = inLanguage(`/live?${new URLSearchParams(asked)}`);
  return new URL(path, location.href.replace(/^http/, "ws")).href;
}

function pause(seconds) {
  return new Promise((done) => setTimeout(done, seconds * 1000));
}
