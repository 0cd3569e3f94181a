import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SearchPanelProps } from './search-panel.tsx'

/**
 * Suggestions and recent searches below a search field, the same on every page. Their code loads when the field is used; without
 * it the field is a plain form. The form that has the field and the panel is `relative`. `onText` gets what was typed before hydration.
 */
export function useSearchPanel(text: string, onText: (text: string) => void) {
  const input = useRef<HTMLInputElement>(null)
  const [Panel, setPanel] = useState<ComponentType<SearchPanelProps> | null>(null)

  function load() {
    import('./search-panel.tsx').then(
      ({ SearchPanel }) => setPanel(() => SearchPanel),
      // The form works without it.
      () => undefined,
    )
  }

  const takeOver = useEffectEvent((field: HTMLInputElement) => {
    onText(field.value)
    if (document.activeElement === field) load()
  })
  // The text and the focus may have come before hydration.
  useEffect(() => {
    if (input.current) takeOver(input.current)
  }, [])

  return {
    input,
    /** Attributes of the field; the panel updates them while it is open. */
    field: {
      ref: input,
      role: 'combobox' as const,
      'aria-autocomplete': 'list' as const,
      'aria-expanded': false,
      onFocus: load,
    },
    panel: Panel && <Panel input={input} text={text} />,
  }
}
