import { signal } from './signal.ts'

export const impersonatesOja = [
  signal(
    'impersonates-oja',
    'claims-oja',
    4,
    'claim to come from Oja',
    `
    oja ..2 @office|protect|protection|pay|wallet|secure|verified|shield|safe|payment|payments|delivery|logistics|express|guarantee|headquarters|hq|nigeria|system|policy|rules|premium|insurance
    this|i|we|am|im|message|calling|writing|here ..4 from|at|with|for|of ..3 oja
    @office ..3 oja
    oja ..3 requires|require|says|said|asked|wants|needs|charges|holds|will|has|have|told|instructs|instructed|sends|sent|hold|ask ..6 @money|@pay|@fee|@code|@approve|verify|account|you|fee|link
    oja ..3 @escrow
    approved|authorised|authorized|recommended|required|backed|verified|certified|endorsed ..3 by ..2 oja|platform|marketplace|site
    oja ..2 holdings|billing|insures|insurance|insured|buyers|buyer|partner|agent|agents|holds|keeps|desk|admin|trust|wallet|finance|limited|ltd|account|protection|trial|seller
    into|to|through|via|with ..2 oja ..3 wallet|account|escrow|desk|buyer|safe|holdings
    blue|verified|gold|premium|seller|trusted ..1 tick|mark|badge|seal|star
    badge|tick|mark ..6 <amount>|yearly|monthly|fee|pay|puts|top|switch|activate
    verified|approved|registered|official|accredited|certified ..2 shop|shops|partner|agent|seller|vendor ..6 <amount>|pay|fee|account|oja|here|from
    renew|renewal ..4 <amount>|with|pay|fee|ad|advert|listing
    your ..2 ad|ads|advert|listing|shop ..6 renew|expired|ran|free|qualifies|selected|boost|promoted|top
    insure|insures|insured|insurance ..3 buyers|sellers|buyer|seller|users`,
  ),
  signal(
    'impersonates-oja',
    'account-trouble',
    1.8,
    'threaten your account or listing',
    `
    your|ur|the ..2 account|listing|advert|ad|ads|profile|shop|post|store|listings ..6 @threat|suspension|review|violation|violated|unverified|verify|verified|verification|upgrade|deactivation|deletion|reported|expire|expires|hold|reinstate|hidden|restore
    avoid|prevent|stop|against ..4 suspension|deactivation|closure|deletion|ban|restriction|penalty|blocking|block
    verify|verification|validate|confirm|revalidate|activate|upgrade|reactivate|update ..4 account|identity|profile|listing|seller|badge|status|details|advert|membership
    verification|activation|upgrade|premium|seller|badge ..2 fee|charge|payment|badge|code|form|link
    dear ..2 user|customer|seller|member|buyer|vendor|client
    failure ..2 to ..3 comply|verify|respond|pay|do
    ticket|case|reference|ref ..1 id|number|no|<number>|<amount>|code
    your|ur ..3 account|listing|advert|profile|wallet ..6 password|code|fee|pay|<amount>|within|hours
    to ..1 keep ..3 account|listing|advert|profile|ad
    someone|somebody|buyer|customer|user ..2 reported ..2 you|your
    will ..2 be ..2 deleted|removed|suspended|closed|blocked|restricted|deactivated`,
  ),
]
