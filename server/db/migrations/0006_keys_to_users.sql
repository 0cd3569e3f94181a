-- Deleting an account looks for its rows in every table that names users. Without an index each look reads the whole table:
-- at a million messages, a minute for a few hundred abandoned accounts.
create index messages_sender_id_idx on messages (sender_id);
create index messages_recipient_id_idx on messages (recipient_id);
create index reviews_reviewer_id_idx on reviews (reviewer_id);
create index reports_reporter_id_idx on reports (reporter_id);
create index reset_tokens_user_id_idx on reset_tokens (user_id);
create index moderation_acts_admin_id_idx on moderation_acts (admin_id);

-- For the seller's own lists and for deleting the seller: deleted listings are in it too.
drop index listings_seller_id_idx;
create index listings_seller_id_idx on listings (seller_id, created_at desc, id desc);
