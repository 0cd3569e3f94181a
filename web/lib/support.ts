import { useQuery } from '@tanstack/react-query'
import { apiQuery } from './api.ts'

/** Where people reach whoever runs this installation; undefined where that could not be read. */
export function useSupportEmail(): string | undefined {
  return useQuery(apiQuery('GET /api/site')).data?.supportEmail
}
