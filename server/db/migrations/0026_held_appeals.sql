-- Decisions of the review queue on messages, senders and photos can be appealed: the act names the item that it decided.
-- WAIT: a sender's messages to new people wait. A rule takes this act, so it has no administrator.
alter table moderation_acts
  -- Without a reference: the history outlives the item.
  add column hold_id integer,
  alter column admin_id drop not null,
  drop constraint moderation_acts_action_check,
  add constraint moderation_acts_action_check check (action in (
    'HIDE', 'SHOW', 'DELETE', 'FEATURE', 'UNFEATURE', 'BAN', 'UNBAN', 'REVIEW_REPORT', 'ACTION_REPORT', 'RELEASE', 'REJECT', 'WAIT')),
  add constraint moderation_acts_admin_check check ((admin_id is null) = (action = 'WAIT'));
