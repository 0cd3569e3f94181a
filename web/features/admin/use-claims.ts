import { useEffect, useEffectEvent, useState } from 'react'
import type { CaseTarget, Claim } from '#shared/contract/cases.ts'
import { thresholds } from '#shared/thresholds.ts'
import { api } from '#web/lib/api.ts'
import { caseKeyOf } from './case-actions.ts'

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
