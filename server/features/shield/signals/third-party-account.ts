import { always, seller, signal } from './signal.ts'

export const thirdPartyAccount = [
  signal(
    'third-party-account',
    'other-account',
    2.6,
    'name the account of somebody else',
    `
    @account|pay|transfer|send|money|it|name ..3 to|into|is|of|belongs|with|in|for|under ..3 my|our|his|her|the ..1 @kin
    my|our|his|her ..2 @kin ..3 @account|name|bank|wallet|details
    @kin|company|wife|brother ..1 account|acct
    @account|name|it ..4 bears|bear|carry|carries|shows|show|belong|belongs|different|another|not ..5 name|@kin|mine|my|shop|me|person|same
    name ..5 different|another|not|isnt|worry|mind ..3 mine|account|name|person|it
    dont|no|not|never ..2 worry|mind|bother ..4 name|account
    my|mine|own ..3 account|app|bank|acct ..6 issue|issues|problem|restricted|restriction|blocked|frozen|limit|limited|hold|bad|maintenance|upgrade|down|faulty|bvn|post|pnd|dormant|exceeded|network|reached|working|locked|lien|debt|loan|flagged|full|suspended
    use|using ..4 @kin|another|different|other|this|that|his|her ..2 account|acct|one|bank|pos|details
    not|isnt|no ..2 my|mine|own ..2 name|account
    @kin ..4 receive|receives|collect|collects|collecting ..3 for|on|money|it|my
    pay|send|transfer ..3 @kin|him|her ..5 behalf|instead|for ..2 me
    mine|account|bank|bvn|shop ..3 is|are|has|having|get ..3 blocked|issue|issues|wahala|limit|limited|changing|frozen|restricted|problem|faulty|hold|upgrade
    changing|changed|switching ..2 bank|banks|account|accounts
    going|goes|go|pass|passing|passes|receive|received|collect|collected ..3 through|via|by|with|into ..3 @kin|foreman|secretary|treasurer|cashier|sister|steward|cooperative|manager
    foreman|treasurer|cashier|secretary|steward|neighbours|landlady|guardian ..4 account|<account>|name|own|opay|number
    @kin|cashier|sister|neighbour|foreman|secretary ..3 own ..5 account|use|send|pay|<account>|bvn|issue|mine
    i ..3 collect|receive|get|take ..4 from|through ..3 her|him|them|sister|wife
    mr|mrs|miss|chief|alhaji|madam|barr|dr|pastor ..4 <account>|not|account
    <account>|<phone> ..5 @kin|sister|mrs|miss|mr|chief|cashier|neighbour|foreman`,
    { ...seller, ...always },
  ),
  signal(
    'third-party-account',
    'odd-payee',
    1.2,
    'want the money in another name',
    `
    in|under|with|by|bears ..2 name ..2 of
    name ..3 on ..3 account|it ..3 is
    <account> ..8 ventures|enterprise|enterprises|ltd|limited|global|foods|farm|farms|church|ministry|stores|interiors|boutique|fashion|logistics|services|cooperative|company
    use|using|into|to ..2 friends|brothers|sisters|wifes|husbands|cousins|mothers|daughters|sons|neighbours|bosses|drivers|managers|pos|partners|customers|tailors|fathers|boys|girls|colleagues
    remark|narration|description|reference ..5 fees|gift|loan|school|family|put|write|say|only|dont
    put|write|use ..3 remark|narration|description`,
    seller,
  ),
]
