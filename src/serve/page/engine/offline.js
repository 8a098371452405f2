/* Lets the browser keep the files of the site. Without a service worker, as in a private window, the page needs a network. */
export function keepFiles() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("service_worker.js").catch(() => {});
}
