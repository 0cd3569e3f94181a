import { Fragment, type ReactNode, useState } from 'react'

/** The subject of a dialog; it stays set during the exit animation. */
export function useDialogTarget<T>() {
  const [target, setTarget] = useState<{ about: T | null; open: boolean; time: number }>({
    about: null,
    open: false,
    time: 0,
  })
  const close = () => setTarget((now) => ({ ...now, open: false }))
  return {
    ask: (about: T) => setTarget(({ time }) => ({ about, open: true, time: time + 1 })),
    close,
    /** The dialog, once it was asked for. Each opening begins anew. */
    render: (dialog: (about: T, props: { open: boolean; onClose: () => void }) => ReactNode) =>
      target.about && (
        <Fragment key={target.time}>{dialog(target.about, { open: target.open, onClose: close })}</Fragment>
      ),
  }
}
