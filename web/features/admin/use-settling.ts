import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Case, CaseAction } from '#shared/contract/cases.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { showToast } from '#web/ui/toast.ts'
import { caseKeyOf } from './case-actions.ts'
import type { CannedReason } from './case-reasons.ts'

const done: Record<CaseAction, string> = {
  DISMISS: 'Dismissed',
  HIDE: 'Listing hidden',
  DELETE: 'Listing deleted',
  BAN: 'User banned',
  ACTION: 'Report actioned',
}

export interface Decision extends Pick<CannedReason, 'rule'> {
  action: CaseAction
  reason?: string | undefined
}

/** Settles cases: they leave the list at once, and reappear with the reason if the server refuses. */
export function useSettling() {
  const client = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())

  function bringBack(keys: string[]) {
    setGone((before) => new Set([...before].filter((key) => !keys.includes(key))))
  }

  async function settle(cases: Case[], { action, rule, reason }: Decision) {
    const keys = cases.map(caseKeyOf)
    setGone((before) => new Set([...before, ...keys]))
    setFailures((before) => new Map([...before].filter(([key]) => !keys.includes(key))))
    const body = {
      cases: cases.map(({ targetType, targetId }) => ({ targetType, targetId })),
      action,
      ...(rule && { rule }),
      ...(reason && { reason }),
    }
    const failed = await api('POST /api/admin/cases/settle', { body }).then(
      (answer) => answer.failed.map((one) => [caseKeyOf(one), one.message] as const),
      (error) =>
        keys.map((key) => [key, messageOf(error, 'Please check your connection and try again.')] as const),
    )
    const settled = keys.length - failed.length
    if (settled > 0) showToast({ title: settled === 1 ? done[action] : `${settled} cases settled` })
    setFailures(
      (before) => new Map([...before, ...failed.map(([key, text]) => [key, `Not saved. ${text}`] as const)]),
    )
    bringBack(failed.map(([key]) => key))
    await refreshChanged(client, 'POST /api/admin/cases/settle')
    bringBack(keys)
  }

  return {
    settle,
    left: (cases: Case[]) => cases.filter((one) => !gone.has(caseKeyOf(one))),
    failureOf: (one: Case) => failures.get(caseKeyOf(one)),
  }
}
