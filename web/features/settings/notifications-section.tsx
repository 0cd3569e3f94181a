import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Settings } from '#shared/contract/settings.ts'
import { api, keyOf } from '#web/lib/api.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { Section } from './section.tsx'
import { Switch } from './switch.tsx'
import { tellFailure } from './tell-failure.ts'

type Kind = keyof Settings['notifications']

const kinds: { kind: Kind; label: string; text: string }[] = [
  {
    kind: 'messages',
    label: 'Messages',
    text: 'When messages wait for you, at most once an hour for each conversation',
  },
  {
    kind: 'questions',
    label: 'Questions and answers',
    text: 'Questions about your listings, and answers to yours',
  },
  { kind: 'reviews', label: 'Reviews', text: 'When somebody reviews you' },
]

/** Which e-mails one gets: each switch is saved at once, and goes back where that fails. */
export function NotificationsSection({ settings }: { settings: Settings }) {
  const client = useQueryClient()
  const set = (kind: Kind, wanted: boolean) =>
    client.setQueryData<Settings>(
      keyOf('GET /api/settings'),
      (now) => now && { ...now, notifications: { ...now.notifications, [kind]: wanted } },
    )
  const change = useMutation({
    // One after the other, so that the last press is what stays.
    scope: { id: 'notifications' },
    mutationFn: ({ kind, wanted }: { kind: Kind; wanted: boolean }) =>
      api('PATCH /api/settings/notifications', { body: { [kind]: wanted } }),
    onError: (error, { kind, wanted }) => {
      set(kind, !wanted)
      // With several presses under way only the server knows what holds.
      void client.invalidateQueries({ queryKey: keyOf('GET /api/settings'), exact: true })
      tellFailure('Not saved', error)
    },
  })

  return (
    <Section
      id="notifications"
      title="E-mail notifications"
      text={
        <EmailText
          text={`They go to ${settings.email}. Codes and news about your account come in any case.`}
        />
      }
    >
      <ul className="divide-y divide-line">
        {kinds.map(({ kind, label, text }) => (
          <li key={kind} className="py-1 first:pt-0 last:pb-0">
            <Switch
              label={label}
              text={text}
              checked={settings.notifications[kind]}
              onChange={(wanted) => {
                set(kind, wanted)
                change.mutate({ kind, wanted })
              }}
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
