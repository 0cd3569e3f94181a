/** A job of the process that holds the sockets; jobs run one after the other. */
export type CrowdJob =
  | { do: 'open'; origins: string[]; cookies: string[]; perSecond: number }
  | { do: 'talk'; talks: Talk[]; perSecond: number; seconds: number }
  | { do: 'close' }

/** A conversation of two users, by the indexes of their cookies and sockets. */
export interface Talk {
  threadId: number
  buyer: number
  seller: number
}

export interface OpenResult {
  opened: number
  /** Counts by kind. */
  failures: Record<string, number>
  /** Milliseconds from the request for a socket to its opening. */
  p50: number
  p99: number
}

/** Times in milliseconds, from the time when a message was due. */
export interface TalkResult {
  due: number
  /** Responses with 201. */
  accepted: number
  /** Received exactly once by the recipient's socket, and by the sender's. */
  delivered: number
  echoed: number
  /** Received more than once by one socket. */
  duplicated: number
  /** Received by another user's socket. */
  misdelivered: number
  failures: Record<string, number>
  /** Until the recipient's socket received it. */
  delivery: { p50: number; p99: number; max: number }
  /** Until the sender had the response. */
  answer: { p50: number; p99: number; max: number }
  /**
   * Of this process itself: the maximum delay of its timers, and its processor time as a share of one core.
   */
  ownDelay: number
  ownCpu: number
}
