-- The values that every version has written: shared/contract/second-factor.ts.
alter table account_events
  add check (type in ('SIGNED_IN', 'SIGN_IN_FAILED', 'SIGNED_OUT', 'REAUTHENTICATED', 'REAUTHENTICATION_FAILED',
    'PASSWORD_CHANGED', 'PASSWORD_RESET', 'PHONE_CHANGED', 'SECOND_FACTOR_ON', 'SECOND_FACTOR_OFF', 'PASSKEY_ADDED',
    'PASSKEY_REMOVED', 'RECOVERY_CODES_MADE', 'SESSIONS_ENDED')),
  add check (method in ('PASSWORD', 'EMAIL_CODE', 'TOTP', 'PASSKEY', 'RECOVERY_CODE'));
