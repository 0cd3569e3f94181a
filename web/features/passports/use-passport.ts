import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { imeiDigits, imeiProblem } from '#shared/imei.ts'
import { api, queryKeyOf } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import type { Toast } from '#web/ui/toast.ts'

const write = 'PATCH /api/listings/:id/passport'

/** The IMEI beside the form of a listing. It is saved after the listing, and never with its draft on the device. */
export function usePassport() {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [isRemoved, remove] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const digits = imeiDigits(typed)

  return {
    /** What was typed, without spaces; '' for nothing. */
    digits,
    input,
    typed,
    error,
    isRemoved,
    remove,
    type(value: string) {
      setTyped(value)
      setError(null)
    },
    /** Whether the IMEI is invalid; shows the error at the field and focuses it. */
    refuse(): boolean {
      const problem = digits === '' ? null : imeiProblem(digits)
      setError(problem)
      if (!problem) return false
      input.current?.scrollIntoView({ block: 'center' })
      input.current?.focus({ preventScroll: true })
      return true
    },
    /** Saves the typed or removed IMEI of a saved listing. Returns a notice for the seller, or null. Rejects after it said so at the field. */
    async save(id: number): Promise<Toast | null> {
      if (digits === '' && !isRemoved) return null
      try {
        const request = { params: { id }, body: { imei: digits || null } }
        const passport = await api(write, request)
        await refreshChanged(client, write)
        client.setQueryData(queryKeyOf('GET /api/listings/:id/passport', { params: { id } }), passport)
        return passport.notice === null
          ? null
          : { title: 'Your listing is saved', description: passport.notice, tone: 'failure' }
      } catch (error) {
        setError(`Your listing is saved, but not the IMEI. ${messageOf(error)}`)
        throw error
      }
    },
  }
}

export type PassportState = ReturnType<typeof usePassport>
