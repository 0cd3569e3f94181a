import { seller, signal } from './signal.ts'

export const inspectionFee = [
  signal(
    'inspection-fee',
    'inspection-fee',
    3.4,
    'ask for a fee to see it',
    `
    inspection|viewing|visit|visitor|visitors|inspect|view|tour|showing|visitation|mobilisation|mobilization|consultation|appointment|gate|caretaker|inspecting ..2 @charge|money|pass|token|<amount>|payment|deposit|slot|ticket|registration
    @charge|money|<amount> ..3 for|before|to|of ..3 inspection|viewing|view|inspect|visit|see|keys|tour|showing
    @pay|<amount> ..4 before|for|to ..4 inspection|viewing|view|inspect|visit|showing
    form ..3 <amount>
    agent|agency|agreement|legal|caution|caretaker ..1 fee|form ..6 before|first|inspection|viewing|today
    register|registration|booking ..5 before|for|to ..3 inspection|viewing|view|visit|see
    yard|gate|compound|estate ..3 @charge|pass
    fuel|transport|tfare|mobilization|mobilisation ..3 money|fare|fee|<amount> ..6 bring|come|show|open|inspection|take|carry|reach
    <amount> ..4 fuel|transport|tfare|mobilisation ..5 bring|come|show|inspection|carry
    @paper|badge|tag ..4 <amount>|<number> ..8 see|view|viewing|inspect|inspection|open|show|enter|gate|visit|site|before|tomorrow|evening|come
    <amount>|<number> ..5 @paper|badge|tag|slot|seat ..6 see|view|inspect|open|show|enter|gate|visit|site|before|come
    before ..3 caretaker|landlord|landlady|baba|owner|security|agent ..6 open|opens|key|keys|door|come|show|shows
    caretaker|landlord|landlady|security|agent|officer ..6 wants|want|needs|need|sees|see|collect|collects|asks|settled|before ..4 <amount>|<number>|money|logistics|something|form|settled|token
    per ..2 seat|visitor|person|viewing|head|slot
    each ..1 visitor|viewer|client|person ..4 <amount>|pays|pay|pass|form|fee
    protocol|consultation|booking|appointment|logistic|logistics|induction|visitation ..2 fee|is|of|for|<amount>
    valid ..2 for ..3 viewings|viewing|inspections|houses
    each|per ..1 leg|head|person|visitor|adult|car ..8 <amount>|<number>
    something|small ..3 for ..2 his|her|their|the ..2 gate|kola|chemical|security|drink|key|book`,
    seller,
  ),
]
