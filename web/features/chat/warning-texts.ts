import type { WarningKind } from '#shared/contract/warnings.ts'

interface WarningText {
  title: string
  advice: string
}

/** The texts of each kind of warning: for buyers and sellers alike, since either may be the one in danger. */
export const warningTexts: Record<WarningKind, WarningText> = {
  'advance-payment': {
    title: 'Asks for money before you have the item',
    advice: 'Pay when you hold the item and have checked it. Deposits to “keep” it are often lost.',
  },
  'inspection-fee': {
    title: 'Asks for a fee to see it',
    advice: 'Looking is free: for a flat, a car or a phone. Pay nothing before you have seen it.',
  },
  'fake-courier': {
    title: 'Looks like a false delivery fee',
    advice: 'Pay the rider at your door, after you have checked the item. Send nothing before that.',
  },
  'fake-escrow': {
    title: 'Looks like a false escrow',
    advice: 'Oja holds no money and has no partner that does. Pay when you meet, and only there.',
  },
  'fake-alert': {
    title: 'The money may never come',
    advice:
      'Open your bank’s own app and look at your balance. Until the money is there, keep the item, whatever an alert or receipt says.',
  },
  overpayment: {
    title: 'Looks like the overpayment trick',
    advice: 'Send nothing back. The payment is usually false; your refund would be real money.',
  },
  'phishing-link': {
    title: 'The link may lead to a false page',
    advice:
      'Do not open it, and type no password, card number or code there. Enter your bank’s address yourself.',
  },
  'asks-for-code': {
    title: 'Asks for a code, PIN or number of yours',
    advice: 'Tell nobody a code, PIN, BVN, NIN or card number. With it they can empty your account.',
  },
  'impersonates-oja': {
    title: 'This person is not from Oja',
    advice: 'Our team writes to nobody in chats, and never asks for a password, a code or a payment.',
  },
  'impersonates-authority': {
    title: 'Claims to be a bank or an authority',
    advice:
      'Banks, police and customs settle nothing in a chat. Call them on the number from their own website.',
  },
  'third-party-account': {
    title: 'The account has another name',
    advice: 'Pay only into an account in the name of the person you meet, and only when you have the item.',
  },
  'gift-cards-crypto': {
    title: 'Asks for gift cards or crypto',
    advice: 'Honest traders do not ask for this, and nobody can get it back for you. Send no card codes.',
  },
  'job-investment': {
    title: 'Looks like a false job or investment',
    advice: 'Real work pays you. Pay for no form or training, and send no photo of your ID.',
  },
  pressure: {
    title: 'Somebody is hurrying you',
    advice: 'Take your time. A fair deal is still fair after you have seen the item.',
  },
  'off-platform': {
    title: 'Wants to leave this chat',
    advice: 'Keep talking here. We can help only with what was written on Oja.',
  },
  triangle: {
    title: 'A third person may be behind this',
    advice:
      'When you meet, ask the other person what they know and who they pay, before money or goods change hands.',
  },
}
