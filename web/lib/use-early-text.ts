import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** For a controlled field: calls `onText` with what was typed before hydration. Returns the field's ref. */
export function useEarlyText(onText: (text: string) => void): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const take = useEffectEvent(() => {
    const { value, defaultValue } = field.current ?? {}
    if (value && value !== defaultValue) onText(value)
  })
  useEffect(() => take(), [])
  return field
}
