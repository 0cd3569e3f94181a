import { useQuery } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Security } from '#shared/contract/second-factor.ts'
import { limits } from '#shared/limits.ts'
import { fullDate } from '#web/lib/format.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { Activity } from './activity.tsx'
import { Passkeys } from './passkey-list.tsx'
// Not loaded on demand: the codes exist once, and a line that breaks after they were made would lose them.
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { LoadingOrRetry, Section } from './section.tsx'
import { securityQuery, useSecurity } from './use-security.ts'

const loadTotpDialog = () => import('./totp-dialog.tsx').then(({ TotpDialog }) => TotpDialog)

export function SecuritySection() {
  const { data: security, isFetching, refetch } = useQuery({ ...securityQuery, retryOnMount: true })
  const isOn = security && (security.totpSince !== null || security.passkeys.length > 0)
  return (
    <Section
      id="security"
      title="Login and security"
      text="A second step keeps others out, even if they learn your password."
      aside={
        security && (
          <span
            className={isOn ? 'badge badge-brand' : 'badge'}
          >{`Two-step login ${isOn ? 'on' : 'off'}`}</span>
        )
      }
    >
      {security ? (
        <Factors security={security} />
      ) : (
        <LoadingOrRetry reading={isFetching} onRetry={() => void refetch()} />
      )}
      <div className="mt-6 border-t border-line pt-5">
        <h3 className="mb-3 font-bold">Recent activity</h3>
        <Activity />
      </div>
    </Section>
  )
}

function Factors({ security }: { security: Security }) {
  const { totpSince, passkeys, recoveryCodesLeft, isRequired } = security
  const isOn = totpSince !== null || passkeys.length > 0
  const acts = useSecurity()
  const totpDialog = useLazyComponent(loadTotpDialog)
  const [busy, setBusy] = useState<'totp' | 'passkey' | 'codes' | null>(null)
  const [setup, setSetup] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [open, setOpen] = useState<'totp' | 'codes' | 'remove totp' | 'remake codes' | null>(null)
  const close = () => setOpen(null)

  function showCodes(fresh: string[] | null) {
    if (!fresh) return
    setCodes(fresh)
    setOpen('codes')
  }

  async function startTotp() {
    setBusy('totp')
    const [ready, secret] = await Promise.all([totpDialog.load(), acts.startTotp()])
    setBusy(null)
    if (!ready || !secret) return
    setSetup(secret)
    setOpen('totp')
  }

  function finishTotp(recoveryCodes: string[] | null) {
    close()
    acts.changed()
    showToast({ title: 'Authenticator app turned on', description: 'Other devices were logged out.' })
    showCodes(recoveryCodes)
  }

  async function during(what: 'passkey' | 'codes' | 'totp', act: () => Promise<unknown>) {
    setBusy(what)
    await act()
    setBusy(null)
  }

  return (
    <div className="space-y-6">
      {isRequired && !isOn && (
        <p className="flex gap-3 rounded-card bg-accent-soft p-4 text-accent-ink">
          <ShieldAlert size={22} className="mt-0.5" />
          Your account needs two-step login. Set up an authenticator app or a passkey to use everything that
          you may.
        </p>
      )}
      <Row
        title="Authenticator app"
        text={
          totpSince
            ? `On since ${fullDate(totpSince)}. When you log in, you enter a code that it shows.`
            : 'An app on your phone shows a new code every 30 seconds. It needs no network.'
        }
      >
        {totpSince ? (
          <button type="button" className="button button-outline" onClick={() => setOpen('remove totp')}>
            Turn off
          </button>
        ) : (
          <BusyButton
            className="button"
            busy={busy === 'totp'}
            onPointerEnter={totpDialog.preload}
            onClick={() => void startTotp()}
          >
            Set up
          </BusyButton>
        )}
      </Row>
      <Row
        title="Passkeys"
        text="Log in with your fingerprint, your face or your phone’s PIN: no password, nothing to type."
      >
        <Passkeys
          passkeys={passkeys}
          busy={busy === 'passkey'}
          onAdd={() => void during('passkey', async () => showCodes(await acts.addPasskey()))}
          onRemove={acts.removePasskey}
        />
      </Row>
      {isOn && (
        <Row
          title="Recovery codes"
          text={`${recoveryCodesLeft} of ${limits.signIn.recoveryCodes} are left. Each gets you in once if you lose your phone.`}
        >
          <button type="button" className="button button-outline" onClick={() => setOpen('remake codes')}>
            Make new codes
          </button>
        </Row>
      )}
      {totpDialog.Component && setup && (
        <totpDialog.Component
          // Each set-up begins without the code of the last one.
          key={setup.secret}
          open={open === 'totp'}
          onClose={close}
          setup={setup}
          onDone={finishTotp}
        />
      )}
      {codes && <RecoveryCodesDialog open={open === 'codes'} onClose={close} codes={codes} />}
      <ConfirmDialog
        open={open === 'remove totp'}
        onClose={close}
        onConfirm={() => void during('totp', acts.removeTotp).then(close)}
        title="Turn off the authenticator app?"
        description="Its codes will not be asked for any more. Every other device is logged out."
        confirmLabel="Turn off"
        destructive
        busy={busy === 'totp'}
      />
      <ConfirmDialog
        open={open === 'remake codes'}
        onClose={close}
        onConfirm={() =>
          void during('codes', async () => {
            const fresh = await acts.makeRecoveryCodes()
            close()
            showCodes(fresh)
          })
        }
        title="Make new recovery codes?"
        description="The ones that you have now will stop working."
        confirmLabel="Make new codes"
        busy={busy === 'codes'}
      />
    </div>
  )
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="font-bold">{title}</h3>
      <p className="mt-0.5 mb-3 text-sm text-muted">{text}</p>
      {children}
    </div>
  )
}
