/** Messages from a page to the service worker. */
export type WorkerMessage =
  /** The waiting version may activate; with `ifAlone` only if no other tab shows the app. */
  | { type: 'take-over'; ifAlone: boolean }
  /** Requests that this tab made before the worker was active, and from which page. */
  | { type: 'seen'; from: string; addresses: string[] }
