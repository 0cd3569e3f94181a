import type { Labelled } from './conversations.ts'
import { type MessageJudgement, play } from './play.ts'

export interface Outcome {
  conversation: Labelled
  /** The first warning that counts: to the victim of a scam, to anybody in honest talk. */
  warning: MessageJudgement | undefined
  /** The highest probability among the messages that count. */
  highest: number
  /** Number of messages from the first with a signal of a trick to the warning; 0 without a warning or signal, or if the warning comes first. */
  late: number
}

export interface Shares {
  recall: number
  hardRecall: number
  falseAlarms: number
  hardFalseAlarms: number
  scams: number
  honest: number
  /** Mean of `late` over the scams that were warned of. */
  messagesLate: number
}

export function outcomeOf(conversation: Labelled): Outcome {
  const counted = play(conversation).filter(
    ({ recipient }) => conversation.label === 'honest' || recipient === conversation.victim,
  )
  const warning = counted.find(({ warn }) => warn)
  const shown = counted.find(({ reasons }) => reasons.length > 0)
  const late = warning && shown ? Math.max(0, warning.message - shown.message) : 0
  return {
    conversation,
    warning,
    highest: Math.max(0, ...counted.map(({ probability }) => probability)),
    late,
  }
}

/** Shares from 0 to 1; a share of nothing is 0. */
export function sharesOf(outcomes: readonly Outcome[]): Shares {
  const some = (label: string, hard?: boolean) =>
    outcomes.filter(
      ({ conversation }) =>
        conversation.label === label && (hard === undefined || conversation.hard === hard),
    )
  const scams = some('scam')
  const warned = scams.filter(({ warning }) => warning)
  return {
    recall: shareWarned(scams),
    hardRecall: shareWarned(some('scam', true)),
    falseAlarms: shareWarned(some('honest')),
    hardFalseAlarms: shareWarned(some('honest', true)),
    scams: scams.length,
    honest: some('honest').length,
    messagesLate: warned.reduce((sum, { late }) => sum + late, 0) / Math.max(1, warned.length),
  }
}

export function shareWarned(outcomes: readonly Outcome[]): number {
  return outcomes.length === 0 ? 0 : outcomes.filter(({ warning }) => warning).length / outcomes.length
}

export const isWrong = ({ conversation, warning }: Outcome): boolean =>
  (conversation.label === 'scam') !== (warning !== undefined)
