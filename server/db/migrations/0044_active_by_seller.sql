-- A listing's page and a profile show how many public listings the seller has: by this index without visiting them. With the key alone,
-- entries of one seller share a key: 7 MB for a million listings.
create index listings_active_seller_idx on listings (seller_id) where status = 'ACTIVE' and deleted_at is null;
