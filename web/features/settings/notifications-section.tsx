import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import type { NotificationChanges, Settings } from '#shared/contract/settings.ts'
import type { Topic } from '#shared/notification-topics.ts'
import { api, queryKeyOf } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { Options } from '#web/ui/field.tsx'
import { showFailureToast } from './failure-toast.ts'
import { PushRow } from './push-row.tsx'
import { Section } from './section.tsx'
import { Switch, SwitchInput } from './switch.tsx'

const topics: { topic: Topic; label: string; text: string }[] = [
  {
    topic: 'messages',
    label: 'Messages',
    text: 'When messages wait for you, by e-mail at most once an hour for each conversation, and when a deal is proposed, accepted or called off',
  },
  {
    topic: 'questions',
    label: 'Questions and answers',
    text: 'Questions about your listings, and answers to yours',
  },
  { topic: 'reviews', label: 'Reviews', text: 'When somebody reviews you or answers you, and after a deal' },
  { topic: 'reports', label: 'Your reports', text: 'What came of what you reported' },
  { topic: 'searches', label: 'Saved searches', text: 'New listings that match; e-mails once a day' },
  {
    topic: 'saved',
    label: 'Saved listings',
    text: 'When one gets cheaper, is sold or is for sale again; e-mails once a day',
  },
  {
    topic: 'follows',
    label: 'Sellers you follow',
    text: 'What they put up for sale; e-mails once a day',
  },
  { topic: 'listings', label: 'Your listings', text: 'Before one ends, and when it has' },
]

type Notifications = Settings['notifications']
type QuietHours = NonNullable<Notifications['quietHours']>

const merged = (now: Notifications, { push, ...changes }: NotificationChanges): Notifications => ({
  ...now,
  ...changes,
  push: { ...now.push, ...push },
})

/** The switches by topic and channel, quiet hours and digest hour. Each choice is saved immediately, and rolled back on failure. */
export function NotificationsSection({ settings }: { settings: Settings }) {
  const client = useQueryClient()
  const { notifications } = settings
  const { push, quietHours, digestHour, pushHidesContent } = notifications
  const show = (next: (now: Notifications) => Notifications) =>
    client.setQueryData(
      queryKeyOf('GET /api/settings'),
      (now) => now && { ...now, notifications: next(now.notifications) },
    )
  const save = useMutation({
    // Requests are serialised, so the last press wins.
    scope: { id: 'notifications' },
    mutationFn: ({ changes }: { changes: NotificationChanges; before: NotificationChanges }) =>
      api('PATCH /api/settings/notifications', { body: changes }),
    onError: (error, { before }) => {
      show((now) => merged(now, before))
      // With several requests in progress only the server knows the state.
      void client.invalidateQueries({ queryKey: queryKeyOf('GET /api/settings'), exact: true })
      showFailureToast('Not saved', error)
    },
  })
  const change = (changes: NotificationChanges, before: NotificationChanges) => {
    show((now) => merged(now, changes))
    save.mutate({ changes, before })
  }
  /** Quiet hours cannot end when they begin: an hour that is the other one's exchanges the two. */
  const changeQuietHours = (before: QuietHours, changed: Partial<QuietHours>) => {
    const next = { ...before, ...changed }
    const exchanged = { from: before.to, to: before.from }
    change({ quietHours: next.from === next.to ? exchanged : next }, { quietHours: before })
  }

  return (
    <Section
      id="notifications"
      title="Notifications"
      text={
        <>
          <EmailText
            text={`The page Notifications has all of them. E-mails go to ${settings.email}. Codes and news about your account come in any case.`}
          />{' '}
          <a href={paths.savedSearches} className="link">
            Your saved searches
          </a>
        </>
      }
    >
      <div className="mb-3">
        <PushRow />
      </div>
      {/* Two switches side by side are wider than a small phone at doubled text size. */}
      <div className="overflow-x-auto">
        <table className="w-full text-left wrap-anywhere">
          <thead>
            <tr className="text-sm text-muted">
              <th scope="col" className="w-full">
                About
              </th>
              <th scope="col" className="pl-2">
                Push
              </th>
              <th scope="col" className="pl-2 whitespace-nowrap">
                E-mail
              </th>
            </tr>
          </thead>
          {topics.map(({ topic, label, text }) => {
            const id = `notifications-${topic}`
            return (
              <tbody key={topic} className="border-t border-line">
                <tr>
                  <th scope="rowgroup" className="py-1">
                    {label}
                  </th>
                  <td>
                    <TopicSwitch
                      label={`${label} by push`}
                      describedBy={id}
                      checked={push[topic]}
                      onChange={(wanted) =>
                        change({ push: { [topic]: wanted } }, { push: { [topic]: !wanted } })
                      }
                    />
                  </td>
                  <td>
                    <TopicSwitch
                      label={`${label} by e-mail`}
                      describedBy={id}
                      checked={notifications[topic]}
                      onChange={(wanted) => change({ [topic]: wanted }, { [topic]: !wanted })}
                    />
                  </td>
                </tr>
                <tr>
                  <td id={id} colSpan={3} className="pb-2 text-sm text-muted">
                    {text}
                  </td>
                </tr>
              </tbody>
            )
          })}
        </table>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        <li className="py-1">
          <Switch
            label="Quiet hours"
            text="No push in these hours, Lagos time. What happens then is pushed after them, unless you have read it."
            checked={quietHours !== null}
            onChange={(wanted) =>
              change(
                { quietHours: wanted ? defaultQuietHours : null },
                { quietHours: wanted ? null : quietHours },
              )
            }
          />
          {quietHours && (
            <div className="flex flex-wrap gap-3 pb-2">
              <HourSelect
                label="From"
                hour={quietHours.from}
                onChange={(from) => changeQuietHours(quietHours, { from })}
              />
              <HourSelect
                label="Until"
                hour={quietHours.to}
                onChange={(to) => changeQuietHours(quietHours, { to })}
              />
            </div>
          )}
        </li>
        <li className="py-1">
          <Switch
            label="Hide the content on my locked screen"
            text="A push then names nobody and nothing: it says that there is news on Oja."
            checked={pushHidesContent}
            onChange={(wanted) => change({ pushHidesContent: wanted }, { pushHidesContent: !wanted })}
          />
        </li>
        <li className="py-1">
          <a href={`${paths.favorites}#following`} className="flex min-h-11 items-center underline">
            Sellers you follow
          </a>
        </li>
        <li className="pt-3">
          <HourSelect
            label="Hour of the daily e-mail, Lagos time"
            hour={digestHour}
            onChange={(hour) => change({ digestHour: hour }, { digestHour })}
          />
        </li>
      </ul>
    </Section>
  )
}

const defaultQuietHours = { from: 22, to: 7 }

/** With a target of 44 pixels around it. */
function TopicSwitch(props: Omit<ComponentProps<typeof SwitchInput>, 'id'>) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-11 cursor-pointer items-center pl-2">
      <SwitchInput {...props} id={id} />
    </label>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

interface HourSelectProps {
  label: string
  hour: number
  onChange: (hour: number) => void
}

function HourSelect({ label, hour, onChange }: HourSelectProps) {
  return (
    <label className="block">
      <span className="mb-1 block text-sm font-semibold">{label}</span>
      <select className="input" value={hour} onChange={({ target }) => onChange(Number(target.value))}>
        <Options of={hours.map((one) => [one, hourText(one)] as const)} />
      </select>
    </label>
  )
}
