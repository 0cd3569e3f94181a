import type { Page, PageRequest } from '#server/db/paged-search.ts'
import type { Db } from '#server/db/pool.ts'
import type { Case, CaseTarget } from '#shared/contract/cases.ts'
import { thresholds } from '#shared/thresholds.ts'
import { type CaseCriteria, countCases, findAbout, findCases, findReportsOf } from './case-search.db.ts'
import { findEvidence } from './evidence.db.ts'

/** A page of the cases with their reports and evidence, and how many there are, counted up to `thresholds.cases.counted`. */
export async function listCases(
  db: Db,
  adminId: number,
  criteria: CaseCriteria,
  page: PageRequest,
): Promise<Page<Case>> {
  const [opened, count] = await Promise.all([
    findCases(db, adminId, criteria, page),
    countCases(db, adminId, criteria),
  ])
  const about = keyed(await findAbout(db, opened))
  const targets = opened.map(({ targetType, targetId }) => ({
    targetType,
    targetId,
    ownerId: about.get(keyOf({ targetType, targetId }))?.[0]?.target?.owner.id ?? 0,
  }))
  const [reports, evidence] = await Promise.all([findReportsOf(db, targets), findEvidence(db, targets)])
  const reportsOf = keyed(reports)
  const evidenceOf = keyed(evidence)
  const items = opened.flatMap(({ since, ...one }): Case[] => {
    const key = keyOf(one)
    const [known] = about.get(key) ?? []
    if (!known) return []
    return [
      {
        ...one,
        ...known,
        since: since.toISOString(),
        reports: reportsOf.get(key)?.map(({ report }) => report) ?? [],
        evidence: evidenceOf.get(key)?.map((found) => found.evidence) ?? [],
      },
    ]
  })
  const { counted } = thresholds.cases
  return { items, total: Math.min(count, counted), exact: count <= counted }
}

const keyOf = ({ targetType, targetId }: CaseTarget) => `${targetType} ${targetId}`

function keyed<T extends CaseTarget>(rows: T[]): Map<string, T[]> {
  return Map.groupBy(rows, keyOf)
}
