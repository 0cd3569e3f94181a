import type { AdminUser } from '#shared/contract/admin.ts'

/** What banning a user means, or taking it back. */
export const banTexts = ({ fullName, isBanned }: AdminUser) =>
  isBanned
    ? { title: 'Unban User', description: `${fullName} can sign in again, and their listings come back.` }
    : {
        title: 'Ban User',
        description: `${fullName} is signed out everywhere and cannot come back; their listings leave the public pages.`,
      }
