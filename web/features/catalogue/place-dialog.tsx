import { LocateFixed } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import type { Radius } from '#shared/contract/catalogue.ts'
import { lgasOf, roundPosition, states } from '#shared/nigeria.ts'
import { type BrowseState, changeBrowse } from '#web/lib/browse-url.ts'
import { labelled } from '#web/lib/labels.ts'
import { nameOfNear, type PlaceState, rememberPlace } from '#web/lib/place.ts'
import { rememberedPlace } from '#web/lib/remembered-place.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Options } from '#web/ui/field.tsx'

interface PlaceDialogProps {
  open: boolean
  onClose: () => void
  state: BrowseState
  onChange: (state: BrowseState) => void
}

interface Draft {
  state: string
  lga: string
  /** As `near` has it; empty unless one's position is used. */
  position: string
  /** Empty: any distance. */
  radius: string
}

const radiusLabels: Record<Radius, string> = {
  10: 'Within 10 km',
  25: 'Within 25 km',
  50: 'Within 50 km',
  100: 'Within 100 km',
  state: 'My state',
}

/** A choice of a place, which is remembered on this device. It takes effect when it is applied. */
export function PlaceDialog({ open, onClose, state, onChange }: PlaceDialogProps) {
  const form = useId()
  const [draft, setDraft] = useState(() => draftOf(state))
  const [wasOpen, setWasOpen] = useState(open)
  const [isAsking, setIsAsking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  if (open !== wasOpen) {
    setWasOpen(open)
    setFailure(null)
    if (open) setDraft(draftOf(state))
  }
  const isSet = Boolean(draft.lga || draft.position)

  async function locate() {
    setIsAsking(true)
    setFailure(null)
    const found = await findPosition()
    setIsAsking(false)
    if ('failure' in found) setFailure(found.failure)
    else
      setDraft((current) => {
        // What was chosen while the browser asked is newer.
        const isSame = current.state === draft.state && current.lga === draft.lga
        return isSame ? { ...current, state: '', lga: '', position: found.position } : current
      })
  }

  function choose(place: PlaceState) {
    onClose()
    rememberPlace(place)
    const nowhere = changeBrowse(state, { state: undefined, near: undefined })
    onChange(changeBrowse(nowhere, place))
  }

  function apply(event: SubmitEvent) {
    event.preventDefault()
    choose(placeOf(draft))
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Where are you looking?"
      description="We remember the place on this device."
      footer={
        <>
          <button type="button" className="button button-outline" onClick={() => choose({})}>
            All of Nigeria
          </button>
          <button type="submit" form={form} className="button">
            Show listings
          </button>
        </>
      }
    >
      <form id={form} onSubmit={apply} className="flex flex-col gap-4">
        <div>
          <BusyButton type="button" className="button button-outline" busy={isAsking} onClick={locate}>
            <LocateFixed size={18} />
            Use my position
          </BusyButton>
          <p role="status" className="mt-1.5 text-sm text-muted">
            {draft.position
              ? 'We use your position, rounded to about 5 km.'
              : 'Your browser asks you first. It is rounded to about 5 km, kept on this device, and never stored by Oja.'}
          </p>
          {failure && (
            <p role="alert" className="mt-1.5 text-sm text-danger">
              {failure}
            </p>
          )}
        </div>
        <Field label="State">
          <select
            className="input"
            value={draft.state}
            onChange={(event) => setDraft({ ...draft, state: event.target.value, lga: '', position: '' })}
          >
            <option value="">{draft.position ? 'Your position' : 'All states'}</option>
            <Options of={states} />
          </select>
        </Field>
        {draft.state && (
          <Field label="LGA">
            <select
              className="input"
              value={draft.lga}
              onChange={(event) => setDraft({ ...draft, lga: event.target.value })}
            >
              <option value="">{`All of ${draft.state}`}</option>
              <Options of={lgasOf(draft.state)} />
            </select>
          </Field>
        )}
        {isSet && (
          <Field
            label="Distance"
            hint="Measured between the middles of areas, so it is about right. A saved search does not keep it."
          >
            <select
              className="input"
              value={draft.radius}
              onChange={(event) => setDraft({ ...draft, radius: event.target.value })}
            >
              <Options of={labelled(radiusLabels)} />
              <option value="">Any distance, nearest first</option>
            </select>
          </Field>
        )}
      </form>
    </Dialog>
  )
}

/** The place of the address; without one, that which this device remembers. */
function draftOf(browse: BrowseState): Draft {
  const hasPlace = browse.near || browse.state
  const { near, state, lga, radius }: PlaceState = hasPlace
    ? browse
    : Object.fromEntries(new URLSearchParams(rememberedPlace()))
  const chosen = near?.includes('/') ? near : undefined
  return {
    state: chosen?.split('/')[0] ?? (near ? '' : (state ?? '')),
    lga: chosen ? nameOfNear(chosen) : near ? '' : (lga ?? ''),
    position: near && !chosen ? near : '',
    radius: near ? (radius ?? '') : '25',
  }
}

/** A state alone is a filter; an LGA or a position is somewhere to be near to. */
function placeOf({ state, lga, position, radius }: Draft): PlaceState {
  const near = position || (lga && `${state}/${lga}`)
  if (!near) return state ? { state } : {}
  return radius ? { near, radius } : { near, sortBy: 'near' }
}

const pick = 'Please pick your state and LGA instead.'

/**
 * Asks the browser for the position, which asks the person. Resolves to the rounded position, or to a sentence that says why not.
 */
function findPosition(): Promise<{ position: string } | { failure: string }> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve({ failure: `This browser cannot tell your position. ${pick}` })
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        const position = roundPosition(latitude, longitude)
        resolve(position ? { position } : { failure: `You seem to be outside Nigeria. ${pick}` })
      },
      ({ code, PERMISSION_DENIED }) =>
        resolve({
          failure:
            code === PERMISSION_DENIED
              ? `Your browser keeps your position to itself, which is fine. ${pick}`
              : `Your position was not found. ${pick}`,
        }),
      { timeout: 20_000, maximumAge: 600_000 },
    )
  })
}
