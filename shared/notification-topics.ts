/** The topics, each with its name as it follows "mails about". */
const topics = {
  messages: 'unread messages and deals',
  questions: 'questions and answers',
  reviews: 'reviews',
  reports: 'your reports',
  searches: 'saved searches',
  saved: 'saved listings',
  follows: 'sellers you follow',
  listings: 'your listings',
} as const

export type Topic = keyof typeof topics

export const topicNames = Object.keys(topics) as Topic[]

export function byTopic<T>(value: (topic: Topic) => T): Record<Topic, T> {
  return Object.fromEntries(topicNames.map((topic) => [topic, value(topic)])) as Record<Topic, T>
}

/** What can happen, with the topic that turns its push and mail on or off; null for what nobody can turn off. */
export const topicOf = {
  MESSAGE: 'messages',
  DEAL: 'messages',
  QUESTION: 'questions',
  ANSWER: 'questions',
  REVIEW: 'reviews',
  REVIEW_ANSWER: 'reviews',
  REVIEW_ASK: 'reviews',
  REPORT: 'reports',
  REVIEW_REPORT: 'reports',
  MODERATION: null,
  SEARCH: 'searches',
  CHEAPER: 'saved',
  SOLD: 'saved',
  AVAILABLE: 'saved',
  FOLLOWED: 'follows',
  ENDS_SOON: 'listings',
  ENDED: 'listings',
} as const satisfies Record<string, Topic | null>

export type NotificationKind = keyof typeof topicOf

/** The topics whose news also come as one mail a day. */
export const digestTopics = ['searches', 'saved', 'follows'] as const satisfies Topic[]

/** What a link in a mail turns off, in words: a topic, or the daily mail. */
export const mailKinds = {
  ...topics,
  digest: 'saved searches, saved listings and sellers you follow',
} as const

export type MailKind = keyof typeof mailKinds

/** The topics whose mails a link turns off. */
export function topicsOf(kind: MailKind): readonly Topic[] {
  return kind === 'digest' ? digestTopics : [kind]
}

/** The mail kind with this name, such as the first word of an unsubscribe token; null for an unknown name. */
export function mailKindOf(word: string | null | undefined): MailKind | null {
  return word && Object.hasOwn(mailKinds, word) ? (word as MailKind) : null
}
