import { createContext, type ReactNode, useContext, useState } from 'react'
import { keepChoice } from './choice-cookie.ts'

type DataSaver = readonly [saving: boolean, setSaving: (saving: boolean) => void]

const DataSaverContext = createContext<DataSaver>([false, () => undefined])

/** Whether pages cost few bytes: at first as the server was asked for, then as the switch says. */
export function DataSaverProvider({ initial, children }: { initial: boolean; children: ReactNode }) {
  const [saving, setSaving] = useState(initial)
  function choose(next: boolean) {
    keepChoice('saver', next ? 'on' : 'off')
    document.documentElement.toggleAttribute('data-saver', next)
    setSaving(next)
  }
  return <DataSaverContext value={[saving, choose]}>{children}</DataSaverContext>
}

/** The switch: whether data is saved, and how to change it, for this page and all later ones on this device. */
export function useDataSaver(): DataSaver {
  return useContext(DataSaverContext)
}

/** The same where there is no React: <html data-saver> is written by the server. */
export function isSavingData(): boolean {
  return 'saver' in document.documentElement.dataset
}
