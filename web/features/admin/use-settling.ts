import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Case, CaseAction, CaseTarget, Claim } from '#shared/contract/cases.ts'
import { thresholds } from '#shared/thresholds.ts'
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

/** How long a case must be the current one before it is claimed, and how often its claim is renewed. */
const claimDelayMs = 250
const claimRenewalMs = (thresholds.cases.claimMinutes * 60_000) / 3

/**
 * Keeps the given cases claimed for this administrator. A claim that is no longer wanted ends with the next one, when the page is left, or when it
 * expires. Claims are best-effort: a failure does not block the work. Returns the claims of the last answer.
 */
export function useClaims(working: CaseTarget[]) {
  const [claims, setClaims] = useState<ReadonlyMap<string, Claim>>(new Map())
  const names = working.map(caseKeyOf).sort().join(' ')

  const claim = useEffectEvent(async () => {
    const cases = working
      .slice(0, thresholds.cases.atOnce)
      .map(({ targetType, targetId }) => ({ targetType, targetId }))
    const answer = await api('POST /api/admin/cases/claim', { body: { cases } }).catch(() => [])
    setClaims(new Map(answer.map((one) => [caseKeyOf(one), one.claim])))
  })

  useEffect(() => {
    if (!names) return
    const first = setTimeout(() => void claim(), claimDelayMs)
    const again = setInterval(() => void claim(), claimRenewalMs)
    return () => {
      clearTimeout(first)
      clearInterval(again)
    }
  }, [names])

  useEffect(
    () => () => {
      api('POST /api/admin/cases/claim', { body: { cases: [] } }).catch(() => undefined)
    },
    [],
  )

  async function takeOver(target: CaseTarget) {
    const { targetType, targetId } = target
    const taken = await api('POST /api/admin/cases/claim', {
      body: { cases: [{ targetType, targetId }], takeOver: true },
    }).catch(() => [])
    setClaims((before) => new Map([...before, ...taken.map((one) => [caseKeyOf(one), one.claim] as const)]))
  }
  return { claims, takeOver }
}
