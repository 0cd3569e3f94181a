/** What other features may use of notifications. */
export {
  type NotificationSettingsRow,
  presentSettings,
  saveNotificationSettings,
} from './notification-settings.db.ts'
export {
  type DealNews,
  type Decided,
  notificationText,
} from './notification-text.ts'
export {
  countUnread,
  findUnreadNotifications,
  markConversationRead,
  type NewNotification,
  type NotificationRow,
} from './notifications.db.ts'
export { notify, notifyWithMail, ofDecision } from './notify.ts'
