import { Monitor, Moon, Sun } from 'lucide-react'
import { useDataSaver } from '#web/lib/data-saver.tsx'
import { setTheme, type Theme, useTheme } from './theme.ts'

const choices: { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'system', label: 'Same as this device', Icon: Monitor },
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
]

/**
 * Chooses light, dark or the system's theme. Before hydration it is an empty box of the same size; with data saver it is rendered,
 * since entry-first.ts buffers presses.
 */
export function ThemeSwitch() {
  const theme = useTheme()
  const [saving] = useDataSaver()
  if (!theme && !saving) return <div className="h-12.5 w-34.5" />
  return (
    <fieldset
      aria-label="Colour theme"
      className="inline-flex rounded-full border border-line bg-surface p-0.5 noscript:hidden"
    >
      {choices.map(({ theme: choice, label, Icon }) => (
        <button
          key={choice}
          type="button"
          aria-label={label}
          aria-pressed={theme ? theme === choice : undefined}
          value={choice}
          title={label}
          className="theme-choice"
          onClick={() => setTheme(choice)}
        >
          <Icon size={18} />
        </button>
      ))}
    </fieldset>
  )
}
