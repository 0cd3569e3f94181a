import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { Section } from './section.tsx'

/** Light or dark, on this device. */
export function AppearanceSection() {
  return (
    <Section
      id="appearance"
      title="Appearance"
      text="Light, dark, or as this device is set. It is kept on this device."
      aside={<ThemeSwitch />}
    />
  )
}
