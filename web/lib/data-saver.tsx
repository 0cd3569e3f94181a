import { createContext, type ReactNode, useContext, useState } from 'react'
import { storeChoice } from './choice-cookie.ts'

type DataSaver = readonly [saving: boolean, setSaving: (saving: boolean) => void]

const DataSaverContext = createContext<DataSaver>([false, () => undefined])

/** Whether data saver is on: first the server's value, then the switch's. */
export function DataSaverProvider({ initial, children }: { initial: boolean; children: ReactNode }) {
  const [saving, setSaving] = useState(initial)
  function choose(next: boolean) {
    storeChoice('saver', next ? 'on' : 'off')
    document.documentElement.toggleAttribute('data-saver', next)
    setSaving(next)
  }
  return <DataSaverContext value={[saving, choose]}>{children}</DataSaverContext>
}

/** The switch: the current value, and a function that sets it for this page and all later ones on this device. */
export function useDataSaver(): DataSaver {
  return useContext(DataSaverContext)
}

/** The same outside React: the server renders <html data-saver>. */
export function isSavingData(): boolean {
  return 'saver' in document.documentElement.dataset
}
