import { limits } from '../limits.ts'
import type { Tables } from './kept.ts'

const withConversation = 'as long as one of the two has an account'

export const talk: Tables = {
  threads: {
    what: 'Who you talk with, and about which listing',
    why: 'to show your conversations',
    time: withConversation,
    people: { buyer_id: 'nameless', seller_id: 'nameless' },
    file: 'conversations',
    exported: 'id, listing_id as listingId, created_at as startedAt',
    others: 'last_message_at buyer_mailed_at seller_mailed_at',
  },
  messages: {
    what: 'Your messages and their pictures, and when they were read',
    why: 'to deliver them, and to show them to both of you',
    time: `${withConversation}: they belong to both`,
    people: { sender_id: 'nameless', recipient_id: 'nameless' },
    file: 'conversations',
    exported: `
      id, body, attachment, created_at as sentAt, read_at as readAt, reply_to as answersMessage,
      hidden_by_sender_at as deletedForYouAt`,
    others: 'thread_id client_id hidden_by_recipient_at',
  },
  offers: {
    what: 'Offers in your conversations: the price, and what became of them',
    why: 'so that both know what was offered and agreed',
    time: `${withConversation}: they belong to both`,
    people: { sender_id: 'nameless' },
    file: 'conversations',
    exported: 'price as offerInKobo, status as offerStatus, ended_at as offerEndedAt',
    others: 'message_id thread_id',
  },
  message_warnings: {
    what: 'Warnings about tricks in messages that you got, with the words that led to them',
    why: 'to warn you, and to find who cheats many people',
    basis: 'interest',
    time: 'as long as the message',
    people: { recipient_id: 'deleted', sender_id: 'nameless' },
    file: 'warnings-to-you',
    exported:
      'thread_id as conversationId, message_id as messageId, kind, seen, created_at as warnedAt, dismissed_at as dismissedAt',
    others: 'probability',
  },
  questions: {
    what: 'Questions that you asked in public, and their answers',
    why: 'to show them at the listing',
    people: { asker_id: 'deleted' },
    file: 'questions-you-asked',
    exported: 'listing_id as listingId, question, created_at as askedAt, answer, answered_at as answeredAt',
    others: 'id',
  },
  reviews: {
    what: 'Reviews that you wrote, and those of you',
    why: 'so that others know how a trade went',
    time: 'those of you as long as your account; those by you as long as the other’s, then without your name',
    people: { reviewer_id: 'nameless', user_id: 'deleted' },
    file: 'reviews-you-wrote',
    exported:
      'user_id as userId, stars, comment, created_at as writtenAt, proof, answer, answered_at as answeredAt',
    others: 'id updated_at',
  },
  deals: {
    what: 'Deals that you agreed on or proposed: price, place, time, and what became of them',
    why: 'so that both know what was agreed, and reviews can say that you traded',
    time: withConversation,
    people: { buyer_id: 'nameless', seller_id: 'nameless', proposed_by: 'nameless', ended_by: 'nameless' },
    file: 'deals',
    exported: `
      id, thread_id as conversationId, listing_id as listingId, price as priceInKobo, place, state, lga, meets_at as meetsAt,
      reserves as reservesListing, status, tried_at as triedAt, paid_at as paidAt, end_reason as reason, ended_at as endedAt,
      created_at as proposedAt`,
    others: 'version updated_at to_tell reviews_asked_at',
  },
  meeting_links: {
    what: 'That you shared a meeting by a link, which is kept in a form that cannot be turned back',
    why: 'so that somebody at home can open it',
    time: 'until a day after the meeting, or until you end it',
    people: { user_id: 'deleted' },
    file: 'deals',
    exported: 'created_at as meetingSharedAt',
    others: 'token_hash deal_id',
  },
  waiting_reviews: {
    what: 'Reviews that are not shown yet',
    why: 'so that both reviews of a deal appear together, and unfair ones do not',
    time: `until they are shown, ${limits.review.waitDays} days after the deal at the latest, or until a moderator decides`,
    people: { reviewer_id: 'nameless', user_id: 'deleted' },
    file: 'reviews-you-wrote-not-shown-yet',
    exported: 'stars, comment, created_at as writtenAt, proof, appears_at as appearsAt',
    others: 'id hold_id',
  },
}
