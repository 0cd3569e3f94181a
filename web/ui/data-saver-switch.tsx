import { useDataSaver } from '#web/lib/data-saver.tsx'

/** Turns data saver on and off; a pill beside the theme switch. */
export function DataSaverSwitch() {
  const [saving, setSaving] = useDataSaver()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={saving}
      onClick={() => setSaving(!saving)}
      className="group inline-flex min-h-12 items-center gap-2.5 rounded-full border border-line bg-surface pr-3 pl-4 text-sm font-semibold text-muted hover:text-ink aria-busy:animate-pulse noscript:hidden"
    >
      Data saver
      <span
        aria-hidden
        className="relative h-5 w-9 rounded-full bg-line-strong transition-colors duration-150 before:absolute before:top-0.5 before:left-0.5 before:size-4 before:rounded-full before:bg-surface before:transition-transform before:duration-150 group-aria-checked:bg-brand group-aria-checked:before:translate-x-4"
      />
    </button>
  )
}
