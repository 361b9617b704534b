/* In: a photo on its way. Out: the same after a reload, until it has arrived. */

const STORE = "photos";

/**
 * @param {string} screen whose photo it is
 * @param {Blob} photo
 */
export async function keepPhoto(screen, photo) {
  await inStore("readwrite", (store) => store.put({ photo, name: photo.name }, screen));
}

/**
 * @param {string} screen
 * @returns {Promise<File|null>}
 */
export async function keptPhoto(screen) {
  const kept = await inStore("readonly", (store) => store.get(screen));
  return kept ? new File([kept.photo], kept.name, { type: kept.photo.type }) : null;
}

/**
 * @param {string} screen
 */
export async function dropPhoto(screen) {
  await inStore("readwrite", (store) => store.delete(screen));
}

function inStore(mode, work) {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("handscan", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const request = work(opening.result.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
      request.transaction.oncomplete = () => opening.result.close();
    };
  });
}
