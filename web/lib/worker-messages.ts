/** What a page tells the service worker. */
export type WorkerMessage =
  /** The waiting version may take over, `ifAlone` only where no other tab shows the app. */
  | { type: 'take-over'; ifAlone: boolean }
  /** What a page showed before the worker was there: its path and the addresses of its files. */
  | { type: 'seen'; pathname: string; files: string[] }
