import { type ReactNode, useState } from 'react'
import type { AdminUser } from '#shared/contract/admin.ts'
import { limits } from '#shared/limits.ts'
import { type RuleId, rules } from '#shared/rules.ts'
import { plainLines } from '#shared/text.ts'
import { Field, Options } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

/** What an administrator gives with an act, both optional; the rule only where the dialog offers them. */
export interface ActionReason {
  reason?: string | undefined
  rule?: RuleId | undefined
}

interface ReasonDialogProps {
  open: boolean
  onClose: () => void
  onConfirm: (why: ActionReason) => void
  title: string
  description: ReactNode
  confirmLabel: string
  destructive?: boolean
  /** Who can read the reason. */
  hint: string
  /** Offers a rule that the act is based on; the owner sees it. */
  offersRules?: boolean | undefined
  required?: boolean
  children?: ReactNode
}

/**
 * Confirms a moderation action and asks for an optional reason. The reason has focus: a focused button would be pressed by the
 * first space typed.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { onConfirm, confirmLabel, hint, offersRules, required = false, children, ...dialog } = props
  const [reason, setReason] = useState('')
  const [rule, setRule] = useState<RuleId>()
  return (
    <FormDialog
      {...dialog}
      submitLabel={confirmLabel}
      // The row shows the outcome: the dialog closes before the server responds.
      failure={null}
      ready={!required || plainLines(reason) !== ''}
      onSubmit={() => onConfirm({ reason: plainLines(reason) || undefined, rule })}
    >
      {children}
      {offersRules && (
        <Field label="Rule (optional)" hint="The notice links to it.">
          <select
            className="input"
            value={rule ?? ''}
            onChange={({ target }) => setRule(rules.find(({ id }) => id === target.value)?.id)}
          >
            <option value="">None</option>
            <Options of={rules.map(({ id, title }) => [id, title] as const)} />
          </select>
        </Field>
      )}
      <Field
        label={required ? 'Reason' : 'Reason (optional)'}
        hint={hint}
        counter={`${reason.length}/${limits.moderationReason.max}`}
      >
        <textarea
          data-autofocus
          className="input field-sizing-content max-h-56 min-h-24"
          rows={3}
          maxLength={limits.moderationReason.max}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}

/** What banning a user means, or taking it back. */
export const banTexts = ({ fullName, isBanned }: AdminUser) =>
  isBanned
    ? { title: 'Unban User', description: `${fullName} can log in again, and their listings come back.` }
    : {
        title: 'Ban User',
        description: `${fullName} is logged out everywhere and cannot come back; their listings leave the public pages.`,
      }
