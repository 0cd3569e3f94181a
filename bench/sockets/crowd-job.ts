/** What the process that holds the sockets is asked to do, one after the other. */
export type CrowdJob =
  | { do: 'open'; origins: string[]; cookies: string[]; perSecond: number }
  | { do: 'talk'; talks: Talk[]; perSecond: number; seconds: number }
  | { do: 'close' }

/** A conversation of two of the sockets, by their places in `cookies`. */
export interface Talk {
  threadId: number
  one: number
  other: number
}

export interface OpenResult {
  opened: number
  /** How many of what. */
  failures: Record<string, number>
  /** Milliseconds from asking for a socket to its being open. */
  p50: number
  p99: number
}

/** Times are in milliseconds, from the moment a message was due. */
export interface TalkResult {
  due: number
  /** Answered by 201. */
  accepted: number
  /** Heard by the recipient's socket exactly once, and by the sender's. */
  delivered: number
  echoed: number
  /** Heard more than once by one socket, or by one whose it is not. */
  twice: number
  astray: number
  failures: Record<string, number>
  /** Until the recipient's socket had it. */
  delivery: { p50: number; p99: number; max: number }
  /** Until the sender had its answer. */
  answer: { p50: number; p99: number; max: number }
  /** Of this process itself: how late its own timers were at worst, and its processor time as a share of one core. */
  ownDelay: number
  ownCpu: number
}
