import { useState } from 'react'

/** What a dialog asks about; it is still known while the dialog is on its way out. */
export function useAsking<T>() {
  const [asking, setAsking] = useState<{ about: T | null; open: boolean; time: number }>({
    about: null,
    open: false,
    time: 0,
  })
  return {
    about: asking.about,
    open: asking.open,
    /** Another each time, so that a dialog begins anew. */
    time: asking.time,
    ask: (about: T) => setAsking(({ time }) => ({ about, open: true, time: time + 1 })),
    close: () => setAsking((now) => ({ ...now, open: false })),
  }
}
