import { useState } from 'react'

/** The subject of a dialog; it stays set during the exit animation. */
export function useDialogTarget<T>() {
  const [target, setTarget] = useState<{ about: T | null; open: boolean; time: number }>({
    about: null,
    open: false,
    time: 0,
  })
  return {
    about: target.about,
    open: target.open,
    /** Changes with each opening; as a key it resets the dialog. */
    time: target.time,
    ask: (about: T) => setTarget(({ time }) => ({ about, open: true, time: time + 1 })),
    close: () => setTarget((now) => ({ ...now, open: false })),
  }
}
