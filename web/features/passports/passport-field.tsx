import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { imeiLength } from '#shared/imei.ts'
import { apiQuery } from '#web/lib/api.ts'
import { ImeiInput } from './imei-input.tsx'
import type { PassportState } from './use-passport.ts'

interface PassportFieldProps {
  passport: PassportState
  /** Of an edit. */
  listingId?: number
}

/** The IMEI on the form of a listing in Phones & Tablets; a stored one shows its last four digits. */
export function PassportField({ passport, listingId = 0 }: PassportFieldProps) {
  const { typed, type, error, input, isRemoved, remove } = passport
  const { data } = useQuery({
    ...apiQuery('GET /api/listings/:id/passport', { params: { id: listingId } }),
    enabled: listingId > 0,
  })
  const forget = useEffectEvent(() => {
    type('')
    remove(false)
  })
  // In another category nothing is saved.
  useEffect(() => () => forget(), [])

  const lastFour = isRemoved ? null : data?.lastFour
  return (
    <div>
      <ImeiInput
        ref={input}
        label="IMEI (optional)"
        hint={`Dial *#06# on the phone to see its ${imeiLength} digits; of two numbers, enter the first. Buyers can then check that they get this phone. Nobody is shown the number.`}
        value={typed}
        onType={type}
        error={error}
        placeholder={lastFour ? `Entered: ends in ${lastFour}` : undefined}
      />
      {data?.notice && <p className="mt-2 text-sm text-danger">{data.notice}</p>}
      {lastFour && (
        <button type="button" className="button button-quiet -ml-3 px-3 text-sm" onClick={() => remove(true)}>
          Remove the number that ends in {lastFour}
        </button>
      )}
    </div>
  )
}
