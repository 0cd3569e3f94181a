import type { Case, CaseAction } from '#shared/contract/cases.ts'

export interface ActionFacts {
  action: CaseAction
  key: string
  label: string
  danger?: boolean
}

export const actions: ActionFacts[] = [
  { action: 'DISMISS', key: 'e', label: 'Dismiss' },
  { action: 'HIDE', key: 'h', label: 'Hide' },
  { action: 'DELETE', key: 'd', label: 'Delete', danger: true },
  { action: 'BAN', key: 'b', label: 'Ban', danger: true },
  { action: 'ACTION', key: 'a', label: 'Actioned' },
]

/** Whether the action does something about the target as it is now. */
export function isPossible(action: CaseAction, { targetType, target }: Case): boolean {
  if (action === 'DISMISS' || action === 'ACTION') return true
  if (!target) return false
  if (action === 'BAN') return !target.owner.isBanned && !target.owner.isAdmin
  if (targetType === 'USER' || target.state === 'DELETED') return false
  return action === 'DELETE' || !target.isHiddenByModerator
}

/** A case's identity: its oldest report may be settled while it is on the screen. */
export const caseKeyOf = ({ targetType, targetId }: Pick<Case, 'targetType' | 'targetId'>) =>
  `${targetType}-${targetId}`
