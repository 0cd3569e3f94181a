import { thresholds } from '../thresholds.ts'
import { type Tables, withAccount } from './kept.ts'

const { retention } = thresholds

export const safety: Tables = {
  reports: {
    what: 'What you reported, and what it showed then. What others report about you is kept too; it is not in your download, so that nobody need fear to report',
    why: 'to act on fraud and abuse',
    basis: 'interest',
    time: `what was reported until the decision; your words for ${retention.closedReport} days after it; then only that there was a report, for the numbers`,
    people: { reporter_id: 'nameless' },
    file: 'reports-you-made',
    exported: 'target_type as about, target_id as id, reason, details, status, created_at as reportedAt',
    others: 'id closed_at seen to_tell',
    swept: { column: 'closed_at', days: retention.closedReport, clears: 'details' },
  },
  moderation_acts: {
    what: 'What administrators decided about you and your listings, with their reasons',
    why: 'so that decisions can be appealed and checked; it is a history that nobody can change',
    basis: 'interest',
    time: 'without an end; after your account’s deletion it points to nobody',
    people: { admin_id: 'nameless' },
    file: 'decisions-about-you',
    exported: 'action, target_type as about, target_id as id, reason, rule, created_at as decidedAt',
    others: 'hold_id id',
  },
  appeals: {
    what: 'Your appeals and their answers',
    why: 'to look at a decision again',
    people: { appellant_id: 'deleted', decided_by: 'nameless' },
    file: 'appeals',
    exported: 'text, created_at as appealedAt, outcome, answer, decided_at as answeredAt',
    others: 'id act_id',
  },
  holds: {
    what: 'Messages and listings of yours that were held for review',
    why: 'to stop spam and fraud before others read it',
    basis: 'interest',
    time: `messages for ${retention.decidedMessage} days after the decision, or until an appeal about it is decided; what was reported of a review until the decision; the note about a listing ${withAccount}`,
    people: { owner_id: 'deleted', decided_by: 'nameless' },
    file: 'held-back',
    exported: `
      kind, listing_id as listingId, thread_id as conversationId, body, attachment, rule, created_at as heldAt, decision, reason,
      decided_at as decidedAt`,
    others: 'id like_id message_id client_id',
    swept: {
      column: 'decided_at',
      days: retention.decidedMessage,
      where: { column: 'kind', in: ['MESSAGE', 'SENDER'] },
    },
  },
  report_claims: {
    what: 'Which case an administrator works on',
    why: 'so that two do not decide the same case',
    basis: 'interest',
    time: 'until the case is settled',
    people: { admin_id: 'deleted' },
    others: 'target_type target_id claimed_at',
  },
  suspect_reviews: {
    what: 'Reviews that you reported, and reviews of or by you that a moderator looked at',
    why: 'to keep reviews honest',
    basis: 'interest',
    time: `${withAccount}; then without your name`,
    people: { reporter_id: 'nameless', reviewer_id: 'nameless', user_id: 'nameless' },
    file: 'reviews-you-reported',
    exported: 'reason',
    others: 'hold_id',
  },
  stolen_phones: {
    what: 'Phones that you reported stolen: the IMEI, encrypted, your words and the picture; the export has them in full',
    why: 'so that nobody sells your phone here',
    time: `${withAccount}, or until you withdraw the report`,
    people: {},
    others: 'hold_id number_hash number_sealed last_four details proof',
  },
}
