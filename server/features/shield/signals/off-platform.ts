import { always, signal } from './signal.ts'

export const offPlatform = [
  signal(
    'off-platform',
    'moves-away',
    2.4,
    'lead away from Oja',
    `
    chat|message|write|continue|talk|text|contact|add|reach|meet|move|come|dm|hit|inbox|switch|ping|ring|buzz|call ..5 @chatapp
    @chatapp ..5 instead|better|faster|only|me|number|line|<phone>|details|now|us|chat|here|there
    on ..1 @chatapp
    whats ..1 app
    my ..2 @chatapp
    not|dont|rarely|hardly|no|seldom|barely ..3 check|use|online|open|see|read|dey|reply|log|come ..4 app|site|here|oja|platform|messages|chat|this
    site|app|oja|chat|platform|inbox ..5 slow|bad|glitch|bug|hang|hangs|blocks|block|monitor|monitored|deletes|charges|charge|commission|restrict|limits|logging|hides|reads|flag|flags|mess|messing|disturbing|misbehaving|trouble|error|failing|log|cuts|cut|takes|percentage|ban|bans
    outside|off|away|leave ..3 oja|app|platform|site|here|chat
    oja|site|app|platform ..6 delete|remove|block|charge|cut|commission|percent|fee ..4 numbers|number|us|you|money|chat
    my|our|other|the ..2 page|ig|handle|channel|group|line|line.|profile|store ..5 cheaper|price|there|follow|pay|message|dm|chat|details
    price|cheaper|discount|less|lower ..4 there|outside|off|whatsapp|telegram|ig|group|page
    there ..4 price|cheaper|less|sell|discount ..3 <amount>|<number>|is|at
    dont|not|no|never|cant ..3 negotiate|sell|talk|discuss|reply|do|finish ..4 here|app|this
    chop|chops|take|takes|adds|add|cut|cuts|collect|collects|charge|charges|eats|remove ..3 commission|percent|percentage|charges|charge|money|fee
    manager|boss|oga|secretary|accountant|team|office|buyer ..4 is|handles|on|does|for|there ..5 telegram|whatsapp|ig|page|group|there|mail
    app|site|here|chat|place ..4 block|blocks|blocking|slow|disturb|disturbing|logging|delete|hang|hanging|show|shows`,
    always,
  ),
  signal(
    'off-platform',
    'other-line',
    0.9,
    'give another number or app to write to',
    `
    my|other|second|private|personal|this|new|direct ..1 line ..4 is|<phone>|message|there|reach|text|call|chat|number
    green ..1 app|chat
    save|take|use|copy|write ..3 number|line|<phone> ..6 message|text|chat|say|send|there|instead|whatsapp
    <phone> ..6 chat|message|text|whatsapp|there|instead|only|send
    continue|talk|finish|discuss|chat|write ..4 there|elsewhere|privately|directly|mail|email
    this ..1 chat|app|site|inbox|place ..5 eating|eats|slow|hides|copy|watches|read|blocks|fails|hangs|deletes|stuck|messages`,
    always,
  ),
]
