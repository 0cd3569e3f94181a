import { apiQuery } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'

export const draftsQuery = apiQuery('GET /api/drafts')

export const draftPath = (id: number) => `${paths.sell}?draft=${id}`
