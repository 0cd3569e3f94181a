import { useDataSaver } from '#web/lib/data-saver.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { Section } from './section.tsx'
import { Switch } from './switch.tsx'

export function AppearanceSection() {
  const [saving, setSaving] = useDataSaver()
  return (
    <Section
      id="appearance"
      title="Appearance"
      text="Light, dark, or as this device is set. It is kept on this device."
      aside={<ThemeSwitch />}
    >
      <Switch
        label="Data saver"
        text="Smaller pictures, this device’s own font, and nothing loaded before you need it."
        checked={saving}
        onChange={setSaving}
      />
    </Section>
  )
}
