/* In: whether the last request reached the service. Out: whoever waits is told when that changes. */

const KNOCK_MS = 2000;
const watchers = new Set();
let reachable = true;

/**
 * @param {(reachable: boolean) => void} watcher
 */
export function watch(watcher) {
  watchers.add(watcher);
}

/**
 * @param {boolean} yes
 */
export function reached(yes) {
  if (yes === reachable) return;
  reachable = yes;
  for (const watcher of [...watchers]) watcher(yes);
  if (!yes) knock();
}

/** @returns {Promise<void>} when the service can be reached again */
export function whenReached() {
  if (reachable) return Promise.resolve();
  return new Promise((done) => {
    const waiting = () => {
      watchers.delete(waiting);
      done();
    };
    watchers.add(waiting);
  });
}

async function knock() {
  while (!reachable) {
    await new Promise((done) => setTimeout(done, KNOCK_MS));
    try {
      reached((await fetch("/health", { cache: "no-store" })).ok);
    } catch {
      // Still away: knock again.
    }
  }
}
