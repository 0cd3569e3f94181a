/** The columns of Osclass 5.2 that the export fills, for each table. */
const columns = {
  category: 'pk_i_id, fk_i_parent_id, i_expiration_days, i_position, b_enabled, b_price_enabled, s_icon',
  category_description: 'fk_i_category_id, fk_c_locale_code, s_name, s_description, s_slug',
  country: 'pk_c_code, s_name, s_slug',
  region: 'pk_i_id, fk_c_country_code, s_name, s_slug, b_active',
  city: 'pk_i_id, fk_i_region_id, s_name, s_slug, fk_c_country_code, b_active',
  user: 'pk_i_id, dt_reg_date, s_name, s_username, s_email, b_enabled, b_active',
  item: 'pk_i_id, fk_i_user_id, fk_i_category_id, dt_pub_date, dt_mod_date, i_price, fk_c_currency_code, s_contact_name, s_contact_email, s_contact_phone, b_premium, b_enabled, b_active',
  item_description: 'fk_i_item_id, fk_c_locale_code, s_title, s_description',
  item_location: 'fk_i_item_id, fk_c_country_code, s_country, fk_i_region_id, s_region, fk_i_city_id, s_city',
  item_resource: 'pk_i_id, fk_i_item_id, s_name, s_extension, s_content_type, s_path',
}

/** What Osclass counts itself as listings are posted. */
const counts = [
  'insert into oc_t_category_stats select fk_i_category_id, count(*) from oc_t_item group by 1',
  'insert into oc_t_region_stats select fk_i_region_id, count(*) from oc_t_item_location group by 1',
  'insert into oc_t_city_stats select fk_i_city_id, count(*) from oc_t_item_location group by 1',
  "insert into oc_t_country_stats select 'NG', count(*) from oc_t_item",
  "insert into oc_t_item_stats (fk_i_item_id, i_num_views, dt_date) select pk_i_id, 3, '2026-01-01' from oc_t_item",
]

/** Indexes that Osclass does not have and its slow queries need, and one that its planner prefers to them. */
const indexes = [
  'alter table oc_t_item add index public_date (b_enabled, b_active, b_spam, dt_pub_date), add index category_date (fk_i_category_id, b_enabled, b_active, b_spam, dt_pub_date), add index premium (b_premium, b_enabled, b_active, b_spam), drop index idx_pub_date',
  'alter table oc_t_item_location add index region_name (s_region, fk_i_item_id)',
  'analyze table oc_t_item, oc_t_item_description, oc_t_item_location, oc_t_item_resource',
]

/** As many cards as Oja shows, Nigeria's currency, and no visitor who waits for the daily work. */
const preferences = [
  "replace into oc_t_currency values ('NGN', 'Nigerian naira', 'Naira', 1)",
  "update oc_t_preference set s_value = '24' where s_name in ('defaultResultsPerPage@search', 'maxLatestItems@home')",
  "update oc_t_preference set s_value = '0' where s_name = 'auto_cron'",
  "update oc_t_preference set s_value = 'NGN' where s_name = 'currency'",
]

/** The SQL that fills an installed Osclass with the tables of this folder, a path that MariaDB can read. */
export function loadStatements(folder: string): string {
  const counted = ['category', 'region', 'city', 'country', 'item'].map((table) => `${table}_stats`)
  return [
    'set foreign_key_checks = 0',
    'set unique_checks = 0',
    ...[...counted, ...Object.keys(columns)].map((table) => `delete from oc_t_${table}`),
    ...preferences,
    ...Object.entries(columns).map(
      ([table, names]) =>
        `load data infile '${folder}/${table}.tsv' into table oc_t_${table} character set utf8mb4 (${names})`,
    ),
    ...counts,
    ...indexes,
    '',
  ].join(';\n')
}
