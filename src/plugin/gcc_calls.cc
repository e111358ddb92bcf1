/* A plug-in of GCC that shows -fsanitize=thread what it does not look at.  GCC
   looks at assignments, not at the operands of calls and of assembler code:

   - structures that calls take from memory, or leave there, by value:

         shared = make ();        temporary = make (); shared = temporary;
         take (shared);           temporary = shared;  take (temporary);

     Types that must not be copied (C++ passes and returns them by reference,
     which is seen) and those of variable size are left alone;

   - functions on memory and strings that GCC expands in place when they are
     called by their built-in names, as C++ headers do: the library's, which the
     run-time stands in for, are called;

   - what facets of C++ streams read into (std::num_get): __sett_written is
   called before;

   - assembler code with operands in memory: nobody knows what it does; it calls
     __sett_assembly before, which bounds the verdict;

   - variables of a function that its nested functions use: nobody can have
   their address, GCC thinks, but threads that begin in a nested function do.

   It runs just before the pass that instruments.  And one thing that GCC itself
   gets wrong, before anything is optimised: in `table[index]' and `pointer[0]'
   with an _Atomic index or pointer C loads that atomically, in sequential
   consistency, as everywhere else; GCC loads it as a plain variable. */

// clang-format off: their order matters
#include <gcc-plugin.h>
#include <plugin-version.h>
#include <tree.h>
#include <memmodel.h>
#include <gimple.h>
#include <tree-pass.h>
#include <context.h>
#include <gimple-iterator.h>
#include <gimple-ssa.h>
#include <gimplify.h>
#include <tree-cfg.h>
#include <tree-into-ssa.h>
#include <ssa.h>
#include <stringpool.h>
#include <cgraph.h>
#include <ipa-utils.h>
// clang-format on

int plugin_is_GPL_compatible;

namespace {

const pass_data data = {GIMPLE_PASS,
                        "sett_calls",
                        OPTGROUP_NONE,
                        TV_NONE,
                        PROP_ssa | PROP_cfg,
                        0,
                        0,
                        0,
                        TODO_update_ssa};

/* Memory that somebody else may reach. */
bool is_shared (tree t) {
  tree base = get_base_address (t);
  return base && (!DECL_P (base) || needs_to_live_in_memory (base));
}

/*------------------------------------------------------------------------*/
/* Structures by value. */

bool is_copied (tree t) {
  if (!t || is_gimple_reg (t) || is_gimple_min_invariant (t) ||
      TREE_CODE (t) == WITH_SIZE_EXPR || TREE_CODE (t) == CONSTRUCTOR)
    return false;
  tree type = TREE_TYPE (t), size = TYPE_SIZE_UNIT (type);
  return !TREE_ADDRESSABLE (type) && size && TREE_CODE (size) == INTEGER_CST &&
         !integer_zerop (size) && is_shared (t);
}

tree make_copy (tree like) {
  return create_tmp_var (TYPE_MAIN_VARIANT (TREE_TYPE (like)), "by_value");
}

void take_arguments (gimple_stmt_iterator *at, gcall *call) {
  for (unsigned i = 0; i < gimple_call_num_args (call); i++) {
    tree given = gimple_call_arg (call, i);
    if (!is_copied (given))
      continue;
    tree copy = make_copy (given);
    gimple *take = gimple_build_assign (copy, unshare_expr (given));
    gimple_set_location (take, gimple_location (call));
    gsi_insert_before (at, take, GSI_SAME_STMT);
    gimple_call_set_arg (call, i, copy);
  }
  update_stmt (call);
}

/* A call that may throw ends its block. */
void give_result (gimple_stmt_iterator *at, gcall *call) {
  tree to = gimple_call_lhs (call);
  if (!is_copied (to))
    return;
  edge on = NULL;
  if (stmt_ends_bb_p (call) &&
      !(on = find_fallthru_edge (gimple_bb (call)->succs)))
    return; /* it does not return */
  tree copy = make_copy (to);
  gimple *give = gimple_build_assign (to, copy);
  gimple_set_location (give, gimple_location (call));
  gimple_call_set_lhs (call, copy);
  update_stmt (call);
  if (on)
    gsi_insert_on_edge (on, give);
  else
    gsi_insert_after (at, give, GSI_NEW_STMT);
}

/*------------------------------------------------------------------------*/
/* Built-in functions. */

const char *name_of (built_in_function f) {
  switch (f) {
  case BUILT_IN_MEMCPY:
    return "memcpy";
  case BUILT_IN_MEMMOVE:
    return "memmove";
  case BUILT_IN_MEMSET:
    return "memset";
  case BUILT_IN_MEMPCPY:
    return "mempcpy";
  case BUILT_IN_MEMCMP:
    return "memcmp";
  case BUILT_IN_MEMCHR:
    return "memchr";
  case BUILT_IN_BCMP:
    return "bcmp";
  case BUILT_IN_STRCPY:
    return "strcpy";
  case BUILT_IN_STPCPY:
    return "stpcpy";
  case BUILT_IN_STRNCPY:
    return "strncpy";
  case BUILT_IN_STRCAT:
    return "strcat";
  case BUILT_IN_STRNCAT:
    return "strncat";
  case BUILT_IN_STRLEN:
    return "strlen";
  case BUILT_IN_STRCMP:
    return "strcmp";
  case BUILT_IN_STRNCMP:
    return "strncmp";
  case BUILT_IN_STRCHR:
    return "strchr";
  case BUILT_IN_STRRCHR:
    return "strrchr";
  default:
    return NULL;
  }
}

void call_library (gcall *call) {
  if (!gimple_call_builtin_p (call, BUILT_IN_NORMAL))
    return;
  tree f = gimple_call_fndecl (call);
  const char *name = name_of (DECL_FUNCTION_CODE (f));
  if (!name)
    return;
  tree plain = build_fn_decl (name, TREE_TYPE (f));
  gimple_call_set_fndecl (call, plain);
  update_stmt (call);
}

/*------------------------------------------------------------------------*/
/* Facets: virtual functions of the C++ library. */

bool is_named (tree declaration, const char *name) {
  return declaration && DECL_P (declaration) && DECL_NAME (declaration) &&
         !strcmp (IDENTIFIER_POINTER (DECL_NAME (declaration)), name);
}

bool is_facet (tree function) {
  if (!function || TREE_CODE (function) != OBJ_TYPE_REF)
    return false;
  tree name = TYPE_NAME (obj_type_ref_class (function));
  return is_named (name, "num_get") && is_named (DECL_CONTEXT (name), "std");
}

/* A reference to a variable. */
bool is_result (tree type) {
  return TREE_CODE (type) == REFERENCE_TYPE &&
         !TYPE_READONLY (TREE_TYPE (type)) &&
         is_gimple_reg_type (TREE_TYPE (type));
}

void tell_results (gimple_stmt_iterator *at, gcall *call) {
  if (!is_facet (gimple_call_fn (call)))
    return;
  tree type = TYPE_ARG_TYPES (gimple_call_fntype (call));
  for (unsigned i = 0; type && i < gimple_call_num_args (call);
       i++, type = TREE_CHAIN (type)) {
    if (!is_result (TREE_VALUE (type)))
      continue;
    tree told = build_function_type_list (void_type_node, ptr_type_node,
                                          size_type_node, NULL_TREE);
    tree size = TYPE_SIZE_UNIT (TREE_TYPE (TREE_VALUE (type)));
    gimple *tell = gimple_build_call (build_fn_decl ("__sett_written", told), 2,
                                      unshare_expr (gimple_call_arg (call, i)),
                                      fold_convert (size_type_node, size));
    gimple_set_location (tell, gimple_location (call));
    gsi_insert_before (at, tell, GSI_SAME_STMT);
  }
}

/*------------------------------------------------------------------------*/
/* Assembler code. */

bool is_in_memory (tree operand) {
  tree value = TREE_VALUE (operand);
  return !is_gimple_reg (value) && !is_gimple_min_invariant (value) &&
         is_shared (value);
}

bool has_memory (gasm *code) {
  for (unsigned i = 0; i < gimple_asm_noutputs (code); i++)
    if (is_in_memory (gimple_asm_output_op (code, i)))
      return true;
  for (unsigned i = 0; i < gimple_asm_ninputs (code); i++)
    if (is_in_memory (gimple_asm_input_op (code, i)))
      return true;
  return false;
}

/* Without instructions it only keeps the compiler from moving things. */
void tell_assembly (gimple_stmt_iterator *at, gasm *code) {
  if (!*gimple_asm_string (code) || !has_memory (code))
    return;
  tree type = build_function_type_list (void_type_node, NULL_TREE);
  gimple *call = gimple_build_call (build_fn_decl ("__sett_assembly", type), 0);
  gimple_set_location (call, gimple_location (code));
  gsi_insert_before (at, call, GSI_SAME_STMT);
}

/*------------------------------------------------------------------------*/
/* Nested functions. */

/* Such variables are fields of a structure that has no name in the program;
   else only bit-fields have no address, which GCC knows how to look at. */
void show_fields (tree t) {
  for (; t && handled_component_p (t); t = TREE_OPERAND (t, 0))
    if (TREE_CODE (t) == COMPONENT_REF &&
        !DECL_BIT_FIELD_TYPE (TREE_OPERAND (t, 1)))
      DECL_NONADDRESSABLE_P (TREE_OPERAND (t, 1)) = 0;
}

void show_variables (gimple *statement) {
  for (unsigned i = 0; i < gimple_num_ops (statement); i++)
    show_fields (gimple_op (statement, i));
}

/*------------------------------------------------------------------------*/
/* Atomic variables in subscripts. */

/* The only ones that GCC loads by an assignment: elsewhere it calls a built-in
   function.  As an index or a pointer they have a size of 1, 2, 4 or 8. */
bool is_atomic_load (gimple *statement) {
  if (!gimple_assign_load_p (statement))
    return false;
  tree from = gimple_assign_rhs1 (statement), type = TREE_TYPE (from);
  return TYPE_ATOMIC (type) &&
         (INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type)) &&
         TREE_CODE (from) != BIT_FIELD_REF && is_shared (from);
}

built_in_function load_of_size (unsigned HOST_WIDE_INT size) {
  switch (size) {
  case 1:
    return BUILT_IN_ATOMIC_LOAD_1;
  case 2:
    return BUILT_IN_ATOMIC_LOAD_2;
  case 4:
    return BUILT_IN_ATOMIC_LOAD_4;
  case 8:
    return BUILT_IN_ATOMIC_LOAD_8;
  default:
    return BUILT_IN_NONE;
  }
}

void load_atomically (gimple_stmt_iterator *at) {
  gimple *plain = gsi_stmt (*at);
  tree from = gimple_assign_rhs1 (plain), type = TREE_TYPE (from);
  const built_in_function f =
      load_of_size (tree_to_uhwi (TYPE_SIZE_UNIT (type)));
  if (f == BUILT_IN_NONE)
    return;
  tree load = builtin_decl_implicit (f);
  tree value = create_tmp_var (TREE_TYPE (TREE_TYPE (load)), "atomically");
  tree address = create_tmp_var (ptr_type_node, "address");
  mark_addressable (from);
  gimple *take = gimple_build_assign (
      address,
      build1 (ADDR_EXPR, build_pointer_type (type), unshare_expr (from)));
  gcall *call = gimple_build_call (
      load, 2, address, build_int_cst (integer_type_node, MEMMODEL_SEQ_CST));
  gimple_call_set_lhs (call, value);
  gimple_set_location (take, gimple_location (plain));
  gimple_set_location (call, gimple_location (plain));
  gsi_insert_before (at, take, GSI_SAME_STMT);
  gsi_insert_before (at, call, GSI_SAME_STMT);
  gimple_assign_set_rhs_with_ops (at, NOP_EXPR, value);
}

const pass_data atomics_data = {
    GIMPLE_PASS, "sett_atomics", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

class atomics : public gimple_opt_pass {
public:
  atomics (gcc::context *c) : gimple_opt_pass (atomics_data, c) {}

  unsigned execute (function *f) override {
    basic_block block;
    FOR_EACH_BB_FN (block, f)
    for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at);
         gsi_next (&at))
      if (is_atomic_load (gsi_stmt (at)))
        load_atomically (&at);
    return 0;
  }
};

/*------------------------------------------------------------------------*/

class calls : public gimple_opt_pass {
public:
  calls (gcc::context *c) : gimple_opt_pass (data, c) {}
  opt_pass *clone () override { return new calls (m_ctxt); }

  unsigned execute (function *f) override {
    basic_block block;
    FOR_EACH_BB_FN (block, f)
    for (gimple_stmt_iterator at = gsi_start_bb (block); !gsi_end_p (at);
         gsi_next (&at)) {
      show_variables (gsi_stmt (at));
      if (gasm *code = dyn_cast<gasm *> (gsi_stmt (at)))
        tell_assembly (&at, code);
      gcall *call = dyn_cast<gcall *> (gsi_stmt (at));
      if (!call || gimple_call_internal_p (call))
        continue;
      call_library (call);
      tell_results (&at, call);
      take_arguments (&at, call);
      give_result (&at, call);
    }
    gsi_commit_edge_inserts ();
    mark_virtual_operands_for_renaming (f);
    return 0;
  }
};

void insert (opt_pass *made, const char *pass, pass_positioning_ops where) {
  register_pass_info info = {made, pass, 1, where};
  register_callback ("sett", PLUGIN_PASS_MANAGER_SETUP, NULL, &info);
}

} // namespace

/* Builds of one version differ in nothing that matters here. */
int plugin_init (plugin_name_args *, plugin_gcc_version *version) {
  if (strcmp (version->basever, gcc_version.basever))
    return 1;
  insert (new atomics (g), "cfg", PASS_POS_INSERT_AFTER);
  insert (new calls (g), "tsan", PASS_POS_INSERT_BEFORE);
  insert (new calls (g), "tsan0", PASS_POS_INSERT_BEFORE);
  return 0;
}
