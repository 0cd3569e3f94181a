import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { forgetSecondFactor } from './lost-factor.service.ts'
import { findFactors, insertPasskey, replaceRecoveryCodes, saveTotp } from './second-factor.db.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const passkey = {
  counter: 0,
  transports: [],
  name: 'A phone',
  isSynced: false,
  publicKey: Buffer.from('key'),
}

test('[AUTH-FACTOR-LOST] an operator removes every factor: the account is signed out, and its owner sees it', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  for (const { id } of [ada, bola]) {
    await t.db.transaction().execute(async (tx) => {
      await saveTotp(tx, id, Buffer.from('sealed'))
      await insertPasskey(tx, { ...passkey, credentialId: `of ${id}`, userId: id })
      await replaceRecoveryCodes(tx, id, [Buffer.from(`code of ${id}`)])
    })
  }
  await t.db.updateTable('totp_secrets').set({ confirmed_at: new Date() }).execute()
  expect(await forgetSecondFactor(t.db, ada.email.toUpperCase())).toMatchObject({ email: ada.email })

  expect(await findFactors(t.db, ada.id)).toEqual({ totp: false, passkeys: false, recoveryCodes: 0 })
  await expect(ada.api('GET /api/auth/me')).rejects.toMatchObject({ status: 401 })
  const events = await t.db.selectFrom('account_events').selectAll().where('user_id', '=', ada.id).execute()
  expect(events).toEqual([expect.objectContaining({ type: 'SECOND_FACTOR_OFF', actor_id: null, ip: null })])
  // No other account is affected.
  expect(await findFactors(t.db, bola.id)).toEqual({ totp: true, passkeys: true, recoveryCodes: 1 })
  expect(await bola.api('GET /api/auth/me')).toMatchObject({ id: bola.id })
})

test('[AUTH-FACTOR-LOST] an unknown address gives an error', async () => {
  expect(await forgetSecondFactor(t.db, 'nobody@example.com')).toBeNull()
})
