import { advancePayment } from './signals/advance-payment.ts'
import { asksForCode } from './signals/asks-for-code.ts'
import { context } from './signals/context.ts'
import { doubts } from './signals/doubts.ts'
import { fakeAlert } from './signals/fake-alert.ts'
import { fakeCourier } from './signals/fake-courier.ts'
import { fakeEscrow } from './signals/fake-escrow.ts'
import { giftCardsCrypto } from './signals/gift-cards-crypto.ts'
import { impersonatesAuthority } from './signals/impersonates-authority.ts'
import { impersonatesOja } from './signals/impersonates-oja.ts'
import { inspectionFee } from './signals/inspection-fee.ts'
import { jobInvestment } from './signals/job-investment.ts'
import { offPlatform } from './signals/off-platform.ts'
import { overpayment } from './signals/overpayment.ts'
import { phishingLink } from './signals/phishing-link.ts'
import { pressure } from './signals/pressure.ts'
import { safe } from './signals/safe.ts'
import type { Signal, SignalKind } from './signals/signal.ts'
import { thirdPartyAccount } from './signals/third-party-account.ts'
import { triangle } from './signals/triangle.ts'

export type { Side, Signal, SignalKind } from './signals/signal.ts'

const byKind: Record<SignalKind, readonly Signal[]> = {
  'advance-payment': advancePayment,
  'inspection-fee': inspectionFee,
  'fake-courier': fakeCourier,
  'fake-escrow': fakeEscrow,
  'fake-alert': fakeAlert,
  overpayment: overpayment,
  'phishing-link': phishingLink,
  'asks-for-code': asksForCode,
  'impersonates-oja': impersonatesOja,
  'impersonates-authority': impersonatesAuthority,
  'third-party-account': thirdPartyAccount,
  'gift-cards-crypto': giftCardsCrypto,
  'job-investment': jobInvestment,
  pressure: pressure,
  'off-platform': offPlatform,
  triangle: triangle,
  safe: safe,
  context: [...context, ...doubts],
}

export const signals: readonly Signal[] = Object.values(byKind).flat()
