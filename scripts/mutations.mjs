/** What must never go unnoticed: a line, what a careless change would make of it, and who must see it. */
export const mutations = [];
